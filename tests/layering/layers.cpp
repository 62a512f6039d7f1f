#include "layering/layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace sweetspot::layering {
namespace {

using Names = std::vector<std::string>;

const Names layers = {"base",        "loops",    "space",      "design", "optimize", "gp",         "robust",
                      "acquisition", "sampling", "methods",    "search", "problems", "statistics", "storage",
                      "process",     "study",    "experiment", "page",   "report",   "figures",    "apps"};

const std::string umbrella = "sweetspot/sweetspot.hpp";

bool contains(const Names& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// A problem is a formula with a robust set: it must not know the methods it is used to judge. Statistics are of tables
/// of numbers, wherever these come from; child processes run anything; a page shows what it is given.
Names allowed_in(const std::string& layer) {
    if (contains({"statistics", "storage", "process", "page"}, layer)) return {"base", layer};
    if (layer == "problems") return {"base", "space", "design", "optimize", "robust", "problems"};
    return {layers.begin(), std::next(std::ranges::find(layers, layer))};
}

bool starts_with(const std::string& text, std::string_view start) {
    return text.rfind(start, 0) == 0;
}

/// The folder after `start`: "gp" of "src/gp/fit.cpp" after "src/"; empty if there is none.
std::string folder_after(std::string_view start, const std::string& path) {
    if (!starts_with(path, start)) return "";
    const auto slash = path.find('/', start.size());
    return slash == std::string::npos ? "" : path.substr(start.size(), slash - start.size());
}

std::string layer_of_file(const std::string& path) {
    if (starts_with(path, "apps/")) return "apps";
    const std::string folder = folder_after(starts_with(path, "src/") ? "src/" : "include/sweetspot/", path);
    return contains(layers, folder) ? folder : "";
}

/// One include line of a file, judged.
struct Include {
    std::string path;     ///< of the file that includes
    std::string layer;    ///< of that file
    std::string written;  ///< what stands between the quotes or brackets

    [[nodiscard]] bool in_public_header() const { return starts_with(path, "include/"); }

    /// What is wrong with it; empty if nothing is.
    [[nodiscard]] std::string complaint() const {
        if (written.find("../") != std::string::npos) {
            return fmt::format("\"{}\" hides its layer; write the path from include/ or src/", written);
        }
        if (written == umbrella) {
            return layer == "apps" ? "" : fmt::format("\"{}\" includes every layer and is for users only", written);
        }
        if (starts_with(written, "sweetspot/")) return arrow(folder_after("sweetspot/", written));
        const std::string folder = folder_after("", written);
        if (!contains(layers, folder)) return foreign();
        if (in_public_header()) return fmt::format("\"{}\" is internal; a public header cannot include it", written);
        return arrow(folder);
    }

    [[nodiscard]] std::string arrow(const std::string& to) const {
        if (!contains(layers, to))
            return fmt::format("\"{}\" is in no layer; known: {}", written, fmt::join(layers, " "));
        const Names allowed = allowed_in(layer);
        if (contains(allowed, to)) return "";
        return fmt::format("layer {} must not include \"{}\" of layer {}; allowed: {}", layer, written, to,
                           fmt::join(allowed, " "));
    }

    /// Headers of others: the standard library, Eigen, what the library uses inside.
    [[nodiscard]] std::string foreign() const {
        if (written == "iostream" && layer != "apps") return "<iostream> is for the program; only apps/ prints";
        if (written == "fstream" && !contains({"process", "study", "report", "apps"}, layer)) {
            return "<fstream> is for process, study, report and apps; no other layer touches files";
        }
        const bool inside_only =
            starts_with(written, "fmt/") || starts_with(written, "nlohmann/") || starts_with(written, "CLI/");
        if (in_public_header() && inside_only) {
            return fmt::format("<{}> is not offered to users of the installed package", written);
        }
        return "";
    }
};

}  // namespace

std::vector<std::string> violations(const std::string& path, std::string_view text) {
    const bool everything = path == "include/" + umbrella;
    const std::string layer = layer_of_file(path);
    if (everything) return {};
    if (layer.empty()) return {fmt::format("{}: this file is in no layer; known: {}", path, fmt::join(layers, " "))};

    static const std::regex include_line(R"(^\s*#\s*include\s*["<]([^">]+)[">].*$)");
    Names found;
    std::istringstream stream{std::string(text)};
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        std::smatch match;
        if (!std::regex_match(line, match, include_line)) continue;
        const std::string complaint = Include{path, layer, match[1]}.complaint();
        if (!complaint.empty()) found.push_back(fmt::format("{}:{}: {}", path, number, complaint));
    }
    return found;
}

std::vector<std::string> violations_below(const std::string& root, int& files_read) {
    namespace fs = std::filesystem;
    Names found;
    files_read = 0;
    for (const char* folder : {"include", "src", "apps"}) {
        if (!fs::is_directory(fs::path(root) / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(root) / folder)) {
            const fs::path& file = entry.path();
            if (file.extension() != ".hpp" && file.extension() != ".cpp") continue;
            std::ifstream stream(file, std::ios::binary);
            const std::string text{std::istreambuf_iterator<char>(stream), {}};
            std::ranges::move(violations(fs::relative(file, root).generic_string(), text), std::back_inserter(found));
            ++files_read;
        }
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace sweetspot::layering
