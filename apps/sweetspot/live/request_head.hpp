// The head of a request, of which only what this server answers by reaches cpp-httplib. It would act on more: on ranges
// even beyond the end of a text, which then sends what lies behind it in memory.
#pragma once

#include "apps/sweetspot/live/http.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace sweetspot::app {

/// The first line and the lines of the headers that matter here (Host, Authorization, Accept-Encoding, If-None-Match),
/// up to the empty line if it is there; what is cut off stays cut off.
[[nodiscard]] std::string lines_that_matter(std::string_view head);

/// One request of a connection: reading gives the lines that matter, writing goes through.
class RequestHead final : public httplib::Stream {
  public:
    explicit RequestHead(httplib::Stream& connection) : connection_(connection) {}

    [[nodiscard]] bool is_readable() const override { return true; }
    [[nodiscard]] bool is_writable() const override { return connection_.is_writable(); }
    ssize_t read(char* to, std::size_t size) override;
    ssize_t write(const char* from, std::size_t size) override { return connection_.write(from, size); }
    /// Nobody asks who it is.
    void get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
    void get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const override {}
    [[nodiscard]] socket_t socket() const override { return connection_.socket(); }

  private:
    void read_head();

    httplib::Stream& connection_;
    bool is_read_ = false;
    std::string lines_;
    std::size_t position_ = 0;
};

}  // namespace sweetspot::app
