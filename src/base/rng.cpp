// Streams of random numbers. A stream is a 64-bit key; its numbers are the Philox blocks of the counters 0, 1, 2, …
// The third counter word says what a block is for, so that numbers, splits by name and splits by index never use the
// same block of a key.
#include "sweetspot/base/rng.hpp"

#include <cstddef>

#include "base/check.hpp"
#include "base/normal.hpp"
#include "base/philox.hpp"

namespace sweetspot {
namespace {

__extension__ using Product = unsigned __int128;

enum class Purpose : std::uint32_t { numbers = 0, split_by_index = 1, split_by_name = 2, seed = 3 };

constexpr std::uint32_t low(std::uint64_t bits) {
    return static_cast<std::uint32_t>(bits);
}
constexpr std::uint32_t high(std::uint64_t bits) {
    return static_cast<std::uint32_t>(bits >> 32);
}

std::array<std::uint64_t, 2> block(std::uint64_t key, std::uint64_t counter, Purpose purpose, std::uint32_t extra = 0) {
    const PhiloxCounter words = philox_4x32_10(
        {low(counter), high(counter), static_cast<std::uint32_t>(purpose), extra}, {low(key), high(key)});
    return {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
}

// Eight letters at a time go through a block whose key holds everything before them. The length takes part, so that
// trailing zero bytes count.
std::uint64_t key_of_name(std::uint64_t key, std::string_view name) {
    constexpr std::size_t letters_per_block = 8;
    std::size_t position = 0;
    do {
        std::uint64_t letters = 0;
        for (const char letter : name.substr(position, letters_per_block)) {
            letters = letters << 8 | static_cast<unsigned char>(letter);
        }
        key = block(key, letters, Purpose::split_by_name, static_cast<std::uint32_t>(name.size()))[0];
        position += letters_per_block;
    } while (position < name.size());
    return key;
}

}  // namespace

// The seed is mixed, so that the streams of close seeds have unrelated keys.
Rng::Rng(std::uint64_t seed) : key_(block(0, seed, Purpose::seed)[0]) {}

Rng Rng::split(std::string_view name) const {
    Rng stream(0);
    stream.key_ = key_of_name(key_, name);
    return stream;
}

Rng Rng::split(std::uint64_t index) const {
    Rng stream(0);
    stream.key_ = block(key_, index, Purpose::split_by_index)[0];
    return stream;
}

std::uint64_t Rng::operator()() {
    if (unused_ == 0) {
        block_ = block(key_, counter_++, Purpose::numbers);
        unused_ = static_cast<int>(block_.size());
    }
    return block_[block_.size() - static_cast<std::size_t>(unused_--)];
}

double Rng::uniform() {
    // 52 bits and a half: with 53 the largest value would round to 1.
    return (static_cast<double>((*this)() >> 12) + 0.5) * 0x1p-52;
}

double Rng::normal() {
    return normal_quantile(uniform());
}

std::uint64_t Rng::below(std::uint64_t n) {
    require(n >= 1, "Rng::below: n is 0; it must be at least 1");
    // Lemire 2019: the upper half of bits·n is below n, and unbiased once the 2^64 mod n smallest lower halves are
    // rejected. That remainder is below n, so that it is seldom needed.
    Product product = Product{(*this)()} * n;
    if (static_cast<std::uint64_t>(product) < n) {
        const std::uint64_t rejected = (0 - n) % n;
        while (static_cast<std::uint64_t>(product) < rejected) product = Product{(*this)()} * n;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace sweetspot
