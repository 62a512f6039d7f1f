// Amounts of memory as people write and read them: "2 GiB", "500 MB", or a number of bytes.
#pragma once

#include <string>
#include <string_view>

namespace sweetspot {

/// Bytes of a number with a unit after it (B, kB, MB, GB, TB by thousands; KiB, MiB, GiB, TiB by 1024), with blanks
/// between them or not. Whatever else is refused.
[[nodiscard]] double bytes_from(std::string_view text);

/// To three digits: in the largest unit in which these tell it exactly ("2 GiB", "300 MB"), or else in the largest of
/// 1024 that it fills ("1.43 MiB").
[[nodiscard]] std::string bytes_text(double bytes);

}  // namespace sweetspot
