// A report as one HTML file that needs nothing else: text, tables and figures in sections.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sweetspot {

// A figure is data: what is drawn, as a Plotly figure, with the words around it.

/// A figure for a page, a file or a notebook. `json` is {"data": […], "layout": {…}} as Plotly reads it, without a
/// title: whoever shows it puts `title` and `caption` around it. `layout.meta.least_width`, if there is one, is the
/// width in pixels below which it is better scrolled than squeezed.
struct Figure {
    std::string id;  ///< letters, digits and hyphens; unique on its page, and the name of its file
    std::string title;
    std::string caption;
    std::string json;
};

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

/// A table of many rows: shown a page at a time, searched and sorted by the reader, and downloaded as comma-separated
/// values with every row. Cells of a number column read as finite numbers, or are empty.
struct DataTable {
    struct Column {
        std::string name;
        enum class Kind { text, number } kind = Kind::text;
    };

    std::string id;  ///< as of a figure, and the name of the file that is downloaded
    std::string caption;
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;  ///< as many cells as columns each
};

/// The answer at a glance: a word for how sure it is, one number written large, a small table, facts in a list, and
/// buttons that copy a text.
struct Card {
    struct Fact {
        std::string name;
        std::string value;
        std::string note = {};
    };
    struct Copy {
        std::string name;  ///< on the button
        std::string text;
    };
    enum class Tone { good, fair, poor };

    std::string id;    ///< as of a figure
    std::string name;  ///< for people who hear the page
    Tone tone = Tone::fair;
    std::string verdict;  ///< "verified"
    std::string why;
    Fact large;
    Table table;
    std::vector<Fact> facts;
    std::vector<Copy> copies;
};

/// Sliders and choices with which the reader asks the model of a study (web/page/ask.js). `json` is what they begin
/// with and, for a file, the answers; figures whose ids begin with this one's move with them.
struct Ask {
    std::string id;  ///< as of a figure
    std::string json;
};

/// What to do, the most useful first: a sentence each, with a command to copy. Plain text without JavaScript.
struct Commands {
    struct Item {
        std::string words;
        std::string command;
    };

    std::vector<Item> items;
};

/// What a script of the page works with and makes its controls from: JSON, not shown by itself.
struct PageData {
    std::string id;  ///< as of a figure
    std::string json;
};

using PagePart = std::variant<Paragraph, Table, Figure, Gallery, DataTable, Card, Ask, Commands, PageData>;

struct Section {
    std::string heading;
    std::vector<PagePart> parts;
};

struct Page {
    std::string title;
    std::string intro;
    std::vector<Section> sections;
    std::string alert = {};  ///< what must be read before anything else; usually nothing
};

/// The page as HTML, with the text of plotly.js inside. It asks nothing of the network and forbids itself to, follows
/// the reader's light or dark preference, fits a phone and prints. Figures are drawn as they come near the screen; all
/// at once if the address ends in "?all", or for print. A figure's element gets data-drawn="true" when it is there, or
/// shows a sentence and gets data-drawn="failed". All text is escaped, and two figures or data tables of one id are
/// refused.
[[nodiscard]] std::string html_page(const Page& page, std::string_view plotly);

/// The same page for a server that offers /api/status and /api/page beside it (docs/live.md): it asks for the status
/// every other second, shows what is running and what failed, and takes up the page's new text and figures when its
/// tag has changed. When the server does not answer it says so, and goes on when it does.
struct LivePage {
    std::string script;  ///< the address of plotly.js, which the server keeps apart from the page
    std::string tag;     ///< that /api/status has as "page_tag" while this page is the newest
    std::string home;    ///< the address of a list of studies to go back to; empty: none
};
[[nodiscard]] std::string live_page(const Page& page, const LivePage& live);

/// The same page for a server that makes it once for a question, and does not follow anything.
struct ServedPage {
    std::string script;  ///< the address of plotly.js
    std::string home;    ///< the address of a list to go back to; empty: none
    /// An awaited one stands for a page that is not ready: it asks again for its own address, answered with status 202
    /// so far, and loads what is there then.
    enum class State { complete, awaited } state = State::complete;
};
[[nodiscard]] std::string served_page(const Page& page, const ServedPage& served);

/// A page that lists what /api/studies beside it tells, and follows it.
[[nodiscard]] std::string studies_page(const std::string& title);

/// The Content-Security-Policy of all of them.
[[nodiscard]] std::string live_page_policy();

/// The same page as JSON for a live page and other tools: {"title", "intro", "alert", "sections": [{"heading", "parts":
/// […]}]}. A part has a "kind": {"kind": "paragraph", "text"}, {"kind": "table", "caption", "header", "rows"}, {"kind":
/// "figure", "id", "title", "caption", "figure": {"data", "layout"}}, {"kind": "gallery", "figures": [the same without
/// kind]}, {"kind": "data-table", "id", "caption", "columns": [{"name", "kind": "text" or "number"}], "rows": numbers,
/// texts, and null for an empty number}, {"kind": "card", "id", "name", "tone": "good", "fair" or "poor", "verdict",
/// "why", "large": {"name", "value", "note"}, "table": as above without kind, "facts": […], "copies": [{"name",
/// "text"}]}, {"kind": "ask", "id", "data"}, {"kind": "commands", "items": [{"words", "command"}]} or {"kind": "data",
/// "id", "data"}.
[[nodiscard]] std::string page_json(const Page& page);

}  // namespace sweetspot
