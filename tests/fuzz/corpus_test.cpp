// Every file of the corpora through the checks that the fuzzers run.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/checks.hpp"

namespace sweetspot::fuzz {
namespace {

/// A folder that is empty is no success.
constexpr int fewest_files = 10;

void expect_no_complaint(const std::string& name, std::string (*complaint)(std::string_view)) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SWEETSPOT_SOURCE_DIR "/tests/fuzz/corpus/" + name)) {
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        EXPECT_EQ(complaint(text), "") << entry.path();
        ++files;
    }
    EXPECT_GE(files, fewest_files);
}

TEST(Corpus, StudyFilesAreAcceptedOrRefusedInOneSentence) {
    expect_no_complaint("study_config", study_config_complaint);
}

TEST(Corpus, ResultsOfObjectivesAreMeasurementsOrReasons) {
    expect_no_complaint("objective_result", objective_result_complaint);
}

TEST(Corpus, ImportedTablesAreWrittenAndReadTheSame) {
    expect_no_complaint("csv_import", csv_import_complaint);
}

TEST(Corpus, StatesAreAcceptedOrRefusedInOneSentence) {
    expect_no_complaint("suggest_state", suggest_state_complaint);
}

TEST(Corpus, QuestionsOfAnAddressAreAskedOrRefusedInOneSentence) {
    expect_no_complaint("ask_question", ask_question_complaint);
}

TEST(Corpus, WordsAboutTolerancesAreUnderstoodOrRefusedInOneSentence) {
    expect_no_complaint("tolerance_words", tolerance_words_complaint);
}

TEST(Corpus, TablesOfCostsAreUnderstoodOrRefusedInOneSentence) {
    expect_no_complaint("cost_table", cost_table_complaint);
}

TEST(Corpus, TablesOfRunsAreReadOrRefusedInOneSentence) {
    expect_no_complaint("runs_table", runs_table_complaint);
}

TEST(Corpus, WhatJobsHaveWrittenIsReadAsFarAsItGoes) {
    expect_no_complaint("slurm_files", slurm_files_complaint);
}

TEST(Corpus, ADamagedStudyIsReadOrRefusedInOneSentence) {
    expect_no_complaint("stored_study", stored_study_complaint);
}

TEST(Corpus, RequestsAreAnsweredWithPagesOrSentencesThatRepeatNothing) {
    expect_no_complaint("http_request", http_request_complaint);
}

}  // namespace
}  // namespace sweetspot::fuzz
