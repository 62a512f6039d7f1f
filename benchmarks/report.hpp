// The table of rows with their reach and verdict, as Markdown, each row printed when it is measured.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sweetspot::bench {

enum class Sense { at_most, at_least };

struct Row {
    std::string what;
    std::string instance;
    std::string measured;  ///< in its own unit
    double figure = 0;     ///< what is compared with the reach: plain evaluations, unless `what` says otherwise
    Sense sense = Sense::at_most;
    double reach = 0;
    std::optional<double> stretch = std::nullopt;
};

class Report {
  public:
    /// Only rows whose "what, instance" contains `only` are measured.
    explicit Report(std::string only) : only_(std::move(only)) {}

    [[nodiscard]] bool wants(const std::string& what, const std::string& instance) const;
    void add(const Row& row);
    /// One line for each row that misses its reach.
    void finish() const;

  private:
    std::string only_;
    std::vector<std::string> missed_;
    int rows_ = 0;
};

// The groups of rows, each in its own file.
void memory_row(Report& report);
void speed_rows(Report& report);
void quality_rows(Report& report);
void asked_rows(Report& report);
/// The growth tables whose heading contains `only`.
void growth_tables(const std::string& only);
/// What a whole suggestion costs with many observations, if `only` is in its heading.
void whole_suggestions(const std::string& only);

}  // namespace sweetspot::bench
