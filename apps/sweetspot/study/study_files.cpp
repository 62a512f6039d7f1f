#include "apps/sweetspot/study/study_files.hpp"

#include <fmt/format.h>

#include <iostream>

namespace sweetspot::app {

void add_study(CLI::App& command, std::string& file) {
    command.add_option("study", file, "The study's TOML file, or its database")->required()->option_text("(required)");
}

std::unique_ptr<Store> changed_study(const StudyConfig& config, std::string_view command) {
    const std::string changed = changes_since_last_time(config);
    std::unique_ptr<Store> store = open_store(config);
    if (!changed.empty()) std::cerr << fmt::format("sweetspot {}: {}\n", command, changed);
    return store;
}

std::unique_ptr<Store> begun_study_to_change(const StudyConfig& config, std::string_view command) {
    require_begun(config);
    return changed_study(config, command);
}

void tell_on_standard_error(const std::string& sentence) {
    std::cerr << sentence << std::endl;
}

}  // namespace sweetspot::app
