#include "apps/sweetspot/text/page_files.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace sweetspot::app {
namespace {

namespace fs = std::filesystem;

std::vector<Figure> figures_of(const Page& page) {
    std::vector<Figure> figures;
    for (const Section& section : page.sections) {
        for (const PagePart& part : section.parts) {
            if (const auto* figure = std::get_if<Figure>(&part)) figures.push_back(*figure);
            if (const auto* gallery = std::get_if<Gallery>(&part)) {
                figures.insert(figures.end(), gallery->figures.begin(), gallery->figures.end());
            }
        }
    }
    return figures;
}

}  // namespace

void make_folder(const std::string& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!fs::is_directory(folder)) {
        throw std::invalid_argument(
            fmt::format("the folder {} cannot be made; give one that exists or can be made", folder));
    }
}

void write_text(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text << std::flush;
    if (!file)
        throw std::runtime_error(
            fmt::format("{} could not be written; give a place in a folder that you may write to", path));
}

std::vector<std::string> write_page(const Page& page, std::string_view plotly, const std::string& folder) {
    make_folder(folder);
    std::vector<std::string> paths = {(fs::path(folder) / "index.html").string()};
    write_text(paths.front(), html_page(page, plotly));
    for (const Figure& figure : figures_of(page)) {
        paths.push_back((fs::path(folder) / (figure.id + ".json")).string());
        write_text(paths.back(), figure.json + '\n');
    }
    return paths;
}

std::string date_and_time() {
    return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr)));
}

}  // namespace sweetspot::app
