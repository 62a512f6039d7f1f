// A file that people or programs write, TOML or JSON, as the edge needs it: typed values with defaults, and every
// mistake one sentence with its place and the remedy. A key that nobody asked for is a mistake too. Both syntaxes are
// read by the same code, so that what one accepts the other accepts, with the same meaning.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sweetspot/base/errors.hpp"
#include "sweetspot/base/family.hpp"

namespace sweetspot {

/// What a document is made of.
struct DocumentValue {
    enum class Kind { nothing, flag, whole, number, text, list, table, other };
    Kind kind = Kind::nothing;
    bool flag = false;
    double number = 0;                      ///< of whole numbers as well
    std::int64_t whole = 0;                 ///< if it is one of 64 bits with a sign
    std::uint64_t magnitude = 0;            ///< of a whole number that is not below 0
    std::string text = {};                  ///< of a text; of anything else what it is called: a date or time
    std::vector<std::string> keys = {};     ///< of a table, in the order they were given
    std::vector<DocumentValue> items = {};  ///< of a list, or a table
    std::int64_t line = 0;                  ///< 0: not known

    [[nodiscard]] const DocumentValue* find(std::string_view key) const;
    /// Short enough for a sentence: 1.5, "x", a list of 7 values.
    [[nodiscard]] std::string shown() const;
};

/// A table of a document. Keys that are read count as known. A TOML file is named with the line, `study.toml:14:
/// bounds: sentence`; a JSON file with the path, `state.json: parameters[2].bounds: sentence`.
class DocumentTable {
  public:
    /// `where` begins every sentence, e.g. the name of the file. Text that is not in the syntax is refused with its
    /// line.
    static DocumentTable toml(std::string_view text, const std::string& where);
    static DocumentTable json(std::string_view text, const std::string& where);

    [[nodiscard]] bool has(const std::string& key) const;
    [[nodiscard]] bool holds_text(const std::string& key) const;
    [[nodiscard]] bool holds_number(const std::string& key) const;
    [[nodiscard]] bool holds_table(const std::string& key) const;
    [[nodiscard]] bool holds_list(const std::string& key) const;
    /// A list that begins with a text.
    [[nodiscard]] bool holds_texts(const std::string& key) const;

    /// The table under this key; an empty one if it is not there.
    [[nodiscard]] DocumentTable table(const std::string& key) const;
    /// A list of tables; none if it is not there.
    [[nodiscard]] std::vector<DocumentTable> tables(const std::string& key) const;

    [[nodiscard]] std::optional<std::string> text(const std::string& key) const;
    /// A finite number, whole or not.
    [[nodiscard]] std::optional<double> number(const std::string& key) const;
    [[nodiscard]] std::optional<double> positive(const std::string& key) const;
    [[nodiscard]] std::optional<double> non_negative(const std::string& key) const;
    [[nodiscard]] std::optional<std::int64_t> whole(const std::string& key, std::int64_t least,
                                                    std::int64_t most) const;
    /// A whole number from 0 to 18446744073709551615.
    [[nodiscard]] std::optional<std::uint64_t> seed(const std::string& key) const;
    /// A name, or a whole number taken as its name: norm = 2 or norm = "inf".
    [[nodiscard]] std::optional<std::string> name(const std::string& key) const;
    /// A number, a whole number, true or false, or a text.
    [[nodiscard]] std::optional<SettingValue> setting(const std::string& key) const;

    // Lists of one value or more, but for rows, of which there may be none.
    [[nodiscard]] std::optional<std::vector<double>> numbers(const std::string& key) const;
    [[nodiscard]] std::optional<std::vector<std::string>> texts(const std::string& key) const;
    [[nodiscard]] std::optional<std::vector<std::int64_t>> wholes(const std::string& key, std::int64_t least,
                                                                  std::int64_t most) const;
    /// Names, or whole numbers taken as their names: norms = [1, 2, "inf"].
    [[nodiscard]] std::optional<std::vector<std::string>> names(const std::string& key) const;
    [[nodiscard]] std::optional<std::vector<std::vector<double>>> rows(const std::string& key) const;
    /// Finite numbers and texts in any order.
    [[nodiscard]] std::optional<std::vector<DocumentValue>> numbers_and_texts(const std::string& key) const;
    /// One row of them or more.
    [[nodiscard]] std::optional<std::vector<std::vector<DocumentValue>>> rows_of_numbers_and_texts(
        const std::string& key) const;

    [[nodiscard]] bool is_json() const;
    /// Refuses with the place of the key, or of the table where the key is missing; where something close to it stands
    /// instead that nobody has asked for, that one is refused: somebody has mistyped it.
    [[noreturn]] void refuse(const std::string& key, std::string_view sentence) const;
    /// … with the place of an element of the list under the key.
    [[noreturn]] void refuse_item(const std::string& key, std::size_t index, std::string_view sentence) const;
    /// … with the place of the table itself.
    [[noreturn]] void refuse_table(std::string_view sentence) const;
    /// f(), with the place of the key before the sentence of a caller's mistake.
    template <std::invocable F>
    auto at(const std::string& key, F&& f) const {
        try {
            return std::invoke(std::forward<F>(f));
        } catch (const std::invalid_argument& error) {
            refuse(key, sentence_of(error));
        }
    }
    /// Whatever stands under this key, it is known.
    void ignore(const std::string& key) const { asked_->insert(key); }
    /// The keys that nobody has asked for so far.
    [[nodiscard]] std::vector<std::string> not_asked_for() const;
    /// Refuses the first of them.
    void refuse_unknown() const;

  private:
    struct Document;
    struct Reader;

    DocumentTable(std::shared_ptr<const Document> document, const DocumentValue* value, std::string path);
    [[nodiscard]] const DocumentValue* find(const std::string& key) const;
    [[nodiscard]] std::string place(const std::string& key, std::string_view item = {}) const;
    /// Of a key that is missing: the one that is probably meant to be it; empty: none.
    [[nodiscard]] std::string mistyped(const std::string& key) const;
    [[noreturn]] void refuse_key(const std::string& key) const;

    std::shared_ptr<const Document> document_;
    const DocumentValue* value_;  ///< null: there is no such table
    std::string path_;
    std::shared_ptr<std::set<std::string>> asked_;
};

/// The whole of a TOML or a JSON text as a value.
[[nodiscard]] DocumentValue parse_toml(std::string_view text, const std::string& where);
[[nodiscard]] DocumentValue parse_json(std::string_view text, const std::string& where);

}  // namespace sweetspot
