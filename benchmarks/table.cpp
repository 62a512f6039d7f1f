// Prints what is asked of the engine and what it does: speed in plain evaluations, memory, and how good the expected
// improvement is that the search finds; or how its times grow. Usage: sweetspot_table [--growth] [--only PATTERN]
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "report.hpp"

namespace sweetspot::bench {
namespace {

bool within(double figure, Sense sense, double limit) {
    return sense == Sense::at_most ? figure <= limit : figure >= limit;
}

std::string limit(const Row& row, std::optional<double> value) {
    return value ? fmt::format("{} {:g}", row.sense == Sense::at_most ? "≤" : "≥", *value) : "";
}

}  // namespace

bool Report::wants(const std::string& what, const std::string& instance) const {
    return (what + ", " + instance).find(only_) != std::string::npos;
}

void Report::add(const Row& row) {
    if (rows_++ == 0) {
        fmt::print("| what | instance | measured | plain evaluations, or as said | reach | stretch | verdict |\n");
        fmt::print("|---|---|---:|---:|---:|---:|---|\n");
    }
    std::string verdict = "MISSED";
    if (within(row.figure, row.sense, row.reach)) {
        verdict = row.stretch && within(row.figure, row.sense, *row.stretch) ? "reached, stretch too" : "reached";
    } else {
        missed_.push_back(
            fmt::format("MISSED: {}, {}: {:.4g}; reach {}", row.what, row.instance, row.figure, limit(row, row.reach)));
    }
    fmt::print("| {} | {} | {} | {:#.4g} | {} | {} | {} |\n", row.what, row.instance, row.measured, row.figure,
               limit(row, row.reach), limit(row, row.stretch), verdict);
    std::fflush(stdout);
}

void Report::finish() const {
    if (rows_ == 0) {
        fmt::print("No row contains \"{}\".\n", only_);
        return;
    }
    fmt::print("\n");
    for (const std::string& line : missed_) fmt::print("{}\n", line);
    fmt::print("{} of {} rows miss their reach.\n", missed_.size(), rows_);
}

namespace {

int run(int argc, char** argv) {
    std::string only;
    auto growth = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--growth") {
            growth = true;
        } else if (argument == "--only" && i + 1 < argc) {
            only = argv[++i];
        } else {
            fmt::print(stderr, "usage: sweetspot_table [--growth] [--only PATTERN]\n");
            return 2;
        }
    }
    if (growth) {
        growth_tables(only);
        whole_suggestions(only);
        return 0;
    }
    Report report(only);
    memory_row(report);  // first: a child's peak includes that of this program when it was started
    speed_rows(report);
    quality_rows(report);
    asked_rows(report);
    report.finish();  // a missed reach is for people to read: timings on a busy machine must not fail a build
    return 0;
}

}  // namespace
}  // namespace sweetspot::bench

int main(int argc, char** argv) {
    try {
        return sweetspot::bench::run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "sweetspot_table: {}\n", error.what());
        return 1;
    }
}
