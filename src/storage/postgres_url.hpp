// The address of a PostgreSQL database as people may see it.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot::storage {

/// The address with "***" for every password in it: postgresql://user:***@host/db?sslpassword=***. Other texts are as
/// they were.
[[nodiscard]] std::string without_password(std::string_view url);

/// Whether there was one.
[[nodiscard]] bool has_password(std::string_view url);

/// Whether host and port cannot be what was meant, as where a password has a / or an @ that is not written as a % code.
[[nodiscard]] bool has_odd_host(std::string_view url);

}  // namespace sweetspot::storage
