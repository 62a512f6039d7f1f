// A report as one HTML file that needs nothing else: text, tables and figures in sections.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sweetspot/report/figure.hpp"

namespace sweetspot {

struct Paragraph {
    std::string text;
};

/// Cells as text; columns whose cells all read as numbers are aligned to the right.
struct Table {
    std::string caption;
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;  ///< as many cells as the header each
};

/// Small figures side by side, as many as the screen has room for.
struct Gallery {
    std::vector<Figure> figures;
};

using PagePart = std::variant<Paragraph, Table, Figure, Gallery>;

struct Section {
    std::string heading;
    std::vector<PagePart> parts;
};

struct Page {
    std::string title;
    std::string intro;
    std::vector<Section> sections;
};

/// The page as HTML, with the text of plotly.js inside. It asks nothing of the network and forbids itself to, follows
/// the reader's light or dark preference, fits a phone and prints. Figures are drawn as they come near the screen; all
/// at once if the address ends in "?all", or for print. A figure's element gets data-drawn="true" when it is there, or
/// shows a sentence and gets data-drawn="failed". All text is escaped, and two figures of one id are refused.
[[nodiscard]] std::string html_page(const Page& page, std::string_view plotly);

}  // namespace sweetspot
