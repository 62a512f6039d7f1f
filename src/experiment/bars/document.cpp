// Tables inside a document, between a marker that says how each is made and an end.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>

#include "base/check.hpp"
#include "experiment/bars.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {
namespace {

constexpr std::string_view marker_begin = "<!-- bars:";
constexpr std::string_view marker_end = "-->";
constexpr std::string_view table_end = "<!-- end -->";

/// What a marker asks for.
struct Block {
    std::string table;
    std::vector<std::string> files;
    BarsOptions options;
};

void set_option(BarsOptions& options, const std::string& key, const std::string& value, const std::string& place) {
    static const std::vector<std::string> known = {"method", "profile", "family", "floor"};
    if (key == "method") {
        options.ours.method = value;
    } else if (key == "profile") {
        options.ours.profile = value;
    } else if (key == "family") {
        options.family = value;
    } else if (key == "floor") {
        const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), options.floor);
        require(error == std::errc() && rest == value.data() + value.size(), "{}: floor={} is not a number", place,
                value);
    } else {
        throw std::invalid_argument(fmt::format("{}: {}", place, unknown_name("option", key, known)));
    }
}

Block read_marker(const std::string& line, const std::string& place) {
    require(line.ends_with(marker_end), "{}: the marker does not end with {}", place, marker_end);
    const std::size_t length = line.size() - marker_begin.size() - marker_end.size();
    std::istringstream words(line.substr(marker_begin.size(), length));
    Block block;
    words >> block.table;
    const auto& known = bars_names();
    if (std::find(known.begin(), known.end(), block.table) == known.end()) {
        throw std::invalid_argument(fmt::format("{}: {}", place, unknown_name("table", block.table, known)));
    }
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) {
            block.files.push_back(word);
        } else {
            set_option(block.options, word.substr(0, equals), word.substr(equals + 1), place);
        }
    }
    require(!block.files.empty(), "{}: the marker names no table of runs; write <!-- bars: {} FILE -->", place,
            block.table);
    return block;
}

std::string table_of(const Block& block, const std::string& place,
                     const std::function<std::vector<Comparison>(const std::string& file)>& read) {
    std::vector<Comparison> runs;
    try {
        for (const std::string& file : block.files) {
            for (Comparison& c : read(file)) runs.push_back(std::move(c));
        }
        return bars_table(block.table, runs, block.options);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}: {}", place, error.what()));
    }
}

}  // namespace

std::string with_fresh_bars(const std::string& document, const std::string& where,
                            const std::function<std::vector<Comparison>(const std::string& file)>& read) {
    std::istringstream in(document);
    std::string result;
    std::string open;  // the place of the marker whose end has not come yet
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        const std::string place = fmt::format("{}:{}", where, ++number);
        if (line.starts_with(marker_begin)) {
            require(open.empty(), "{}: another table begins here; end that of {} with {}", place, open, table_end);
            open = place;
            result += line + "\n" + table_of(read_marker(line, place), place, read) + std::string(table_end) + "\n";
        } else if (line == table_end) {
            require(!open.empty(), "{}: no table begins before this end", place);
            open.clear();
        } else {
            require(line.find(marker_begin) == std::string::npos, "{}: a marker must begin its line", place);
            if (open.empty()) result += line + (in.eof() ? "" : "\n");
        }
    }
    require(open.empty(), "{}: the table has no end; write {} below it", open, table_end);
    return result;
}

}  // namespace sweetspot
