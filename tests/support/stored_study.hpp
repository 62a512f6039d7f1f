// A study with its trials that lies among the test data: a copy, for opening a database may change it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/run_program.hpp"
#include "sweetspot/study/store.hpp"

namespace sweetspot::support {

struct StoredStudy {
    StudyConfig config;
    StudyView view;
};

/// `folder` of data/studies, with a study file and the database that it names.
inline StoredStudy stored_study(const std::string& folder, const std::string& file) {
    const std::filesystem::path from = std::filesystem::path(SWEETSPOT_TEST_DATA) / "studies" / folder;
    const ScratchDirectory scratch;
    std::ifstream toml(from / file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(toml), {}};
    StoredStudy study{read_study(text, file, scratch.file("")), {}};
    const std::filesystem::path database = study.config.storage.place;
    std::filesystem::copy_file(from / database.filename(), database);
    study.view = open_store(study.config, Store::Open::existing)->view();
    return study;
}

}  // namespace sweetspot::support
