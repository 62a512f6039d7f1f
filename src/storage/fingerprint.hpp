// A number of 128 bits for a sequence of values: different sequences have different ones but for chance. It protects
// against accidents, not against somebody who looks for another sequence with the same number.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

namespace sweetspot::storage {

class Fingerprint {
  public:
    void add(std::uint64_t value) {
        first_ = mixed((first_ ^ value) * 0x9e3779b97f4a7c15U + 0x632be59bd9b4e019U);
        second_ = mixed(std::rotl(second_, 23) * 0xd1342543de82ef95U + (value ^ 0xda942042e4dd58b5U));
    }
    /// By its bits: -0 is not 0.
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    /// With its length, so that what follows is not taken for a part of it.
    void add(std::string_view bytes) {
        add(static_cast<std::uint64_t>(bytes.size()));
        for (std::size_t at = 0; at < bytes.size(); at += 8) {
            std::uint64_t value = 0;
            std::memcpy(&value, bytes.data() + at, bytes.size() - at < 8 ? bytes.size() - at : 8);
            add(value);
        }
    }
    /// 32 hexadecimal digits.
    [[nodiscard]] std::string word() const {
        std::array<char, 33> text{};
        std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(first_),
                      static_cast<unsigned long long>(second_));
        return text.data();
    }

  private:
    static std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    std::uint64_t first_ = 0x243f6a8885a308d3U;
    std::uint64_t second_ = 0x13198a2e03707344U;
};

}  // namespace sweetspot::storage
