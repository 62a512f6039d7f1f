#include "storage/postgres_url.hpp"

#include <algorithm>
#include <cctype>

namespace sweetspot::storage {
namespace {

constexpr std::string_view hidden = "***";

/// "user:secret" without the secret.
std::string user_alone(std::string_view user_and_password) {
    const std::size_t colon = user_and_password.find(':');
    if (colon == std::string_view::npos) return std::string(user_and_password);
    return std::string(user_and_password.substr(0, colon + 1)) + std::string(hidden);
}

/// "a=1&password=secret" without the secret, also where the name is written with % codes or in capitals.
std::string settings_alone(std::string_view settings) {
    std::string shown;
    while (!settings.empty()) {
        const std::size_t end = std::min(settings.find('&'), settings.size());
        const std::string_view setting = settings.substr(0, end);
        const std::size_t equals = setting.find('=');
        std::string name(setting.substr(0, equals));
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
        const bool is_secret = name.find("pass") != std::string::npos || name.find('%') != std::string::npos;
        if (equals == std::string_view::npos) {
            shown += hidden;  // no setting: the rest of a password in which & was not written as a % code
        } else if (is_secret) {
            shown += std::string(setting.substr(0, equals + 1)) + std::string(hidden);
        } else {
            shown += setting;
        }
        if (end < settings.size()) shown += '&';
        settings.remove_prefix(std::min(end + 1, settings.size()));
    }
    return shown;
}

/// Of an address with an @ among its settings (from `question` on), which may be in a password there, or end one in
/// which ? was not written as a % code: none of the settings is shown, and nothing behind what may begin a password.
std::string without_settings(std::string_view url, std::size_t begin, std::size_t question) {
    const std::string_view place = url.substr(begin, question - begin);
    const std::size_t at = std::min(place.rfind('@'), place.size());
    const std::size_t colon = place.substr(0, at).find(':');
    const bool has_colon = colon != std::string_view::npos;
    return std::string(url.substr(0, has_colon ? begin + colon + 1 : question + 1)) + std::string(hidden);
}

}  // namespace

std::string without_password(std::string_view url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos) return std::string(url);
    const std::size_t begin = scheme + 3;
    const std::size_t question = std::min(url.find('?', begin), url.size());
    if (url.find('=', question) < url.rfind('@') && url.find('@', question) != std::string_view::npos) {
        return without_settings(url, begin, question);
    }
    // A password in which / ? or @ were not written as % codes is hidden as well: all before the last @ is taken for
    // it.
    const std::size_t at = url.rfind('@');
    std::string shown(url.substr(0, begin));
    std::string_view rest = url.substr(begin);
    if (at != std::string_view::npos) {
        shown += user_alone(url.substr(begin, at - begin));
        rest = url.substr(at);
    }
    const std::size_t settings = rest.find('?');
    shown += rest.substr(0, settings);
    if (settings != std::string_view::npos) shown += '?' + settings_alone(rest.substr(settings + 1));
    return shown;
}

bool has_odd_host(std::string_view url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos) return false;
    std::string_view hosts = url.substr(scheme + 3);
    hosts = hosts.substr(0, hosts.find_first_of("/?"));
    const std::size_t at = hosts.find('@');
    if (at != std::string_view::npos) hosts.remove_prefix(at + 1);
    if (hosts.find('@') != std::string_view::npos) return true;
    while (!hosts.empty()) {
        std::string_view host = hosts.substr(0, hosts.find(','));
        hosts.remove_prefix(std::min(host.size() + 1, hosts.size()));
        if (host.starts_with('[')) host.remove_prefix(std::min(host.find(']'), host.size()));  // of IPv6
        const std::size_t colon = host.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string_view port = host.substr(colon + 1);
        if (!std::ranges::all_of(port, [](unsigned char c) { return std::isdigit(c) != 0; })) return true;
    }
    return false;
}

bool has_password(std::string_view url) {
    return without_password(url) != url;
}

}  // namespace sweetspot::storage
