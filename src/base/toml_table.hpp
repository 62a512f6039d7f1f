// A TOML file as the edge needs it: typed values with defaults, and every mistake one sentence with file, line and
// remedy. A key that nobody asked for is a mistake too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sweetspot {

/// A table of a TOML document and the document it is part of. Keys that are read count as known.
class TomlTable {
  public:
    /// `where` begins every sentence, e.g. the name of the file.
    static TomlTable parse(std::string_view text, const std::string& where);

    [[nodiscard]] bool has(const std::string& key) const;
    /// The table under this key; an empty one if it is not there.
    [[nodiscard]] TomlTable table(const std::string& key) const;

    /// The tables of a list [[key]]; none if it is not there.
    [[nodiscard]] std::vector<TomlTable> tables(const std::string& key) const;

    [[nodiscard]] std::optional<std::string> text(const std::string& key) const;
    /// A finite number, whole or not.
    [[nodiscard]] std::optional<double> number(const std::string& key) const;
    [[nodiscard]] std::optional<std::vector<double>> numbers(const std::string& key) const;
    /// A name, or a whole number taken as its name: norm = 2 or norm = "inf".
    [[nodiscard]] std::optional<std::string> name(const std::string& key) const;
    /// True where the key holds a text, so that "5%" and 0.05 can be told apart.
    [[nodiscard]] bool holds_text(const std::string& key) const;
    [[nodiscard]] bool holds_number(const std::string& key) const;
    [[nodiscard]] std::optional<std::int64_t> whole(const std::string& key, std::int64_t least,
                                                    std::int64_t most) const;
    [[nodiscard]] std::optional<std::vector<std::string>> texts(const std::string& key) const;
    [[nodiscard]] std::optional<std::vector<std::int64_t>> wholes(const std::string& key, std::int64_t least,
                                                                  std::int64_t most) const;
    /// Names, or whole numbers taken as their names: norms = [1, 2, "inf"].
    [[nodiscard]] std::optional<std::vector<std::string>> names(const std::string& key) const;

    /// Refuses with the line of the key (or of the table where the key is missing).
    [[noreturn]] void refuse(const std::string& key, std::string_view sentence) const;
    /// f(), with the place of the key before the sentence of a caller's mistake.
    template <class F>
    auto at(const std::string& key, F&& f) const {
        try {
            return f();
        } catch (const std::invalid_argument& error) {
            refuse(key, error.what());
        }
    }
    /// Refuses the first key of this table that was never asked for.
    void refuse_unknown() const;

  private:
    struct Document;
    struct Node;
    TomlTable(std::shared_ptr<const Document> document, std::shared_ptr<const Node> node);
    [[nodiscard]] std::string place(const std::string& key) const;
    struct Reader;  ///< knows the TOML library, which this header does not

    std::shared_ptr<const Document> document_;
    std::shared_ptr<const Node> node_;
    std::shared_ptr<std::set<std::string>> asked_;
};

}  // namespace sweetspot
