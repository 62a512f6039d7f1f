#include "apps/sweetspot/live/addresses.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>

namespace sweetspot::app {
namespace {

std::string text_of_address(const sockaddr& address) {
    std::array<char, INET6_ADDRSTRLEN> text = {};
    const void* bytes = nullptr;
    if (address.sa_family == AF_INET) {
        bytes = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
    } else {
        const in6_addr& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
        // One of a single cable cannot be opened without naming the cable, which browsers do not take.
        if (IN6_IS_ADDR_LINKLOCAL(&six)) return "";
        bytes = &six;
    }
    return inet_ntop(address.sa_family, bytes, text.data(), text.size()) == nullptr ? "" : text.data();
}

/// Of all networks that are up; those that others can reach come first.
std::vector<std::string> own_addresses(bool with_six) {
    std::vector<std::string> others;
    std::vector<std::string> loops;
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) return {"127.0.0.1"};
    for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
        if (at->ifa_addr == nullptr || (at->ifa_flags & IFF_UP) == 0) continue;
        const auto family = at->ifa_addr->sa_family;
        if (family != AF_INET && !(family == AF_INET6 && with_six)) continue;
        const std::string text = text_of_address(*at->ifa_addr);
        if (!text.empty()) ((at->ifa_flags & IFF_LOOPBACK) != 0 ? loops : others).push_back(text);
    }
    freeifaddrs(first);
    others.insert(others.end(), loops.begin(), loops.end());
    return others.empty() ? std::vector<std::string>{"127.0.0.1"} : others;
}

}  // namespace

std::vector<std::string> addresses_of(const std::string& host, int port, const std::string& token) {
    std::vector<std::string> hosts = {host};
    if (host == "0.0.0.0" || host == "::") hosts = own_addresses(host == "::");
    std::vector<std::string> addresses;
    for (const std::string& name : hosts) {
        const std::string shown = name.find(':') == std::string::npos ? name : "[" + name + "]";
        addresses.push_back(fmt::format("http://{}:{}/{}", shown, port, token.empty() ? "" : "?token=" + token));
    }
    return addresses;
}

bool is_this_machine(const std::string& host) {
    return host == "127.0.0.1" || host == "localhost" || host == "::1";
}

}  // namespace sweetspot::app
