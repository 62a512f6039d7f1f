#include "sweetspot/page/page.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/check.hpp"
#include "embedded/page_ask.hpp"
#include "embedded/page_ask_style.hpp"
#include "embedded/page_card.hpp"
#include "embedded/page_card_style.hpp"
#include "embedded/page_commands.hpp"
#include "embedded/page_figures.hpp"
#include "embedded/page_live_front.hpp"
#include "embedded/page_live_script.hpp"
#include "embedded/page_live_style.hpp"
#include "embedded/page_look.hpp"
#include "embedded/page_numbers.hpp"
#include "embedded/page_pairs.hpp"
#include "embedded/page_served_script.hpp"
#include "embedded/page_studies_front.hpp"
#include "embedded/page_studies_script.hpp"
#include "embedded/page_style.hpp"
#include "embedded/page_tables.hpp"
#include "embedded/page_trials.hpp"
#include "embedded/page_trials_style.hpp"
#include "page/html.hpp"
#include "page/page_content.hpp"

namespace sweetspot {
namespace {

using page::data_content;
using page::data_table_json;
using page::figure_content;
using page::number_columns;
using page::replace_bad_text;
using page::SortedJson;
using page::to_string;

/// Nothing is fetched from anywhere and no text is run as code, for which Plotly has a bundle of its own; it needs data
/// and blob addresses to make pictures of its figures.
constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
    "base-uri 'none'; form-action 'none'";

bool is_id(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    });
}

/// Writes the parts of one page; remembers the ids it has used.
class Writer {
  public:
    void operator()(const Paragraph& paragraph) { html_ += "<p>" + html::escaped(paragraph.text) + "</p>\n"; }

    void operator()(const Table& table) {
        html_ += "<div class=\"scroll\">";
        write(table);
        html_ += "</div>\n";
    }

    void operator()(const Figure& figure) {
        use_id(figure.id);
        const SortedJson content = figure_content(figure);
        // The room is kept free, so that the page does not jump when figures are drawn.
        const double height = content["layout"].value("height", 450.0);
        html_ += fmt::format(
            "<figure>\n<figcaption><strong>{0}</strong></figcaption>\n<div class=\"scroll\"><div class=\"plot\" "
            "id=\"{1}\" style=\"height:{2:.0f}px\" role=\"group\" aria-label=\"{4}\"></div></div>\n<script "
            "type=\"application/json\" id=\"data-{1}\">{3}</script>\n",
            html::escaped(figure.title), figure.id, height, html::json_in_script(figure.json),
            html::escaped(figure.caption.empty() ? figure.title : figure.title + ". " + figure.caption));
        if (!figure.caption.empty()) html_ += "<figcaption>" + html::escaped(figure.caption) + "</figcaption>\n";
        html_ += "</figure>\n";
    }

    void operator()(const Gallery& gallery) {
        html_ += "<div class=\"gallery\">\n";
        for (const Figure& figure : gallery.figures) (*this)(figure);
        html_ += "</div>\n";
    }

    void operator()(const DataTable& table) {
        use_id(table.id);
        const std::string json = html::json_in_script(data_table_json(table).dump(-1, ' ', false, replace_bad_text));
        html_ += fmt::format(
            "<div class=\"data-table\" id=\"{0}\">\n<div class=\"tools\"><label>Search <input type=\"search\" "
            "autocomplete=\"off\"></label><button type=\"button\" class=\"download\">Download CSV</button></div>\n<div "
            "class=\"scroll\"><table>\n<caption>{1}</caption>\n<thead><tr>",
            table.id, html::escaped(table.caption));
        for (const DataTable::Column& column : table.columns) {
            const bool number = column.kind == DataTable::Column::Kind::number;
            html_ += fmt::format("<th scope=\"col\"{}><button type=\"button\">{}</button></th>",
                                 number ? " class=\"number\"" : "", html::escaped(column.name));
        }
        html_ += fmt::format(
            "</tr></thead>\n<tbody></tbody></table></div>\n<div class=\"tools\"><button type=\"button\" "
            "class=\"previous\">Previous</button><span class=\"range\" role=\"status\"></span><button type=\"button\" "
            "class=\"next\">Next</button></div>\n<script type=\"application/json\" "
            "id=\"data-{}\">{}</script>\n</div>\n",
            table.id, json);
    }

    /// As web/page/card.js makes it of the page's data, to the letter.
    void operator()(const Card& card) {
        use_id(card.id);
        html_ += fmt::format("<div class=\"card\" id=\"{}\" role=\"group\" aria-label=\"{}\">", card.id,
                             html::escaped(card.name));
        html_ += fmt::format("<p class=\"verdict {}\"><strong>{}</strong> <span>{}</span></p>", to_string(card.tone),
                             html::escaped(card.verdict), html::escaped(card.why));
        html_ += "<dl class=\"large\">";
        write(card.large);
        html_ += "</dl>";
        if (!card.table.rows.empty()) write(card.table);
        html_ += "<dl class=\"facts\">";
        for (const Card::Fact& fact : card.facts) write(fact);
        html_ += "</dl><p class=\"copies\">";
        for (const auto& [name, text] : card.copies) {
            html_ += fmt::format("<button type=\"button\" class=\"copy\" data-copy=\"{}\" hidden=\"\">{}</button>",
                                 html::escaped(text), html::escaped(name));
        }
        html_ += "<span role=\"status\"></span></p></div>\n";
    }

    void operator()(const Ask& ask) {
        use_id(ask.id);
        html_ += fmt::format(
            "<div class=\"ask\" id=\"{0}\"><script type=\"application/json\" id=\"data-{0}\">{1}</script></div>\n",
            ask.id, html::json_in_script(ask.json));
    }

    void operator()(const Commands& commands) {
        html_ += "<ol class=\"commands\">\n";
        for (const auto& [words, command] : commands.items) {
            html_ += fmt::format(
                "<li><p>{}</p><div class=\"command\"><code>{}</code><button type=\"button\" class=\"copy\" "
                "hidden>Copy</button></div></li>\n",
                html::escaped(words), html::escaped(command));
        }
        html_ += "</ol>\n";
    }

    void operator()(const PageData& data) {
        use_id(data.id);
        html_ += fmt::format(
            "<div class=\"page-data\" id=\"{0}\"><script type=\"application/json\" "
            "id=\"data-{0}\">{1}</script></div>\n",
            data.id, html::json_in_script(data_content(data).dump(-1, ' ', false, replace_bad_text)));
    }

    void section(const Section& section, std::size_t number) {
        html_ += fmt::format("<section id=\"section-{}\">\n<h2>{}</h2>\n", number, html::escaped(section.heading));
        for (const PagePart& part : section.parts) std::visit(*this, part);
        html_ += "</section>\n";
    }

    [[nodiscard]] const std::string& html() const { return html_; }

  private:
    void write(const Table& table) {
        const std::vector<bool> numbers = number_columns(table);
        const auto look = [&](std::size_t i) { return numbers[i] ? " class=\"number\"" : ""; };
        html_ += "<table>";
        if (!table.caption.empty()) html_ += "<caption>" + html::escaped(table.caption) + "</caption>";
        html_ += "<thead><tr>";
        for (std::size_t i = 0; i < table.header.size(); ++i) {
            html_ += fmt::format("<th scope=\"col\"{}>{}</th>", look(i), html::escaped(table.header[i]));
        }
        html_ += "</tr></thead><tbody>";
        for (const auto& row : table.rows) {
            html_ += "<tr>";
            for (std::size_t i = 0; i < row.size(); ++i) {
                html_ += fmt::format("<td{}>{}</td>", look(i), html::escaped(row[i]));
            }
            html_ += "</tr>";
        }
        html_ += "</tbody></table>";
    }

    void write(const Card::Fact& fact) {
        html_ += fmt::format("<div><dt>{}</dt><dd>{}", html::escaped(fact.name), html::escaped(fact.value));
        if (!fact.note.empty()) html_ += fmt::format(" <span>{}</span>", html::escaped(fact.note));
        html_ += "</dd></div>";
    }

    void use_id(const std::string& id) {
        require(is_id(id), "html_page: figure id \"{}\"; it must be letters, digits and hyphens", id);
        require(ids_.insert(id).second, "html_page: two figures have the id \"{}\"", id);
    }

    std::string html_;
    std::set<std::string> ids_;
};

/// Links to the sections, where there are enough to look for.
std::string contents(const Page& page) {
    if (page.sections.size() < 3) return "";
    std::string list = "<nav aria-label=\"Contents\"><ul>\n";
    for (std::size_t i = 0; i < page.sections.size(); ++i) {
        list += fmt::format("<li><a href=\"#section-{}\">{}</a></li>\n", i, html::escaped(page.sections[i].heading));
    }
    return list + "</ul></nav>\n";
}

/// What a page adds to its text: rules, something in front of it, the element with plotly.js, a script behind it.
struct Additions {
    std::string policy;
    std::string front;
    std::string plotly;
    std::string_view script;
};

std::string assembled(const Page& page, const Additions& additions) {
    Writer writer;
    for (std::size_t i = 0; i < page.sections.size(); ++i) writer.section(page.sections[i], i);
    const std::string title = html::escaped(page.title);
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    html += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", additions.policy);
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    html += "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n";
    const std::string styles =
        fmt::format("{}{}{}", embedded::page_card_style(), embedded::page_ask_style(), embedded::page_trials_style());
    html += fmt::format("<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n", title,
                        embedded::page_style(), styles, title);
    html += fmt::format("<p id=\"alert\" role=\"alert\"{}>{}</p>\n", page.alert.empty() ? " hidden" : "",
                        html::escaped(page.alert));
    html += additions.front;
    if (!page.intro.empty()) html += "<p class=\"intro\">" + html::escaped(page.intro) + "</p>\n";
    html += contents(page) + writer.html() + "</main>\n";
    html += additions.plotly;
    for (const std::string_view script :
         {embedded::page_numbers(), embedded::page_look(), embedded::page_card(), embedded::page_figures(),
          embedded::page_tables(), embedded::page_commands(), embedded::page_pairs(), embedded::page_trials(),
          embedded::page_ask(), additions.script}) {
        if (!script.empty()) html += fmt::format("<script>\n{}</script>\n", script);
    }
    return html + "</body>\n</html>\n";
}

/// Empty where there is nothing to go back to.
std::string link_home(const std::string& home) {
    if (home.empty()) return "";
    return fmt::format("<p class=\"home\"><a data-own href=\"{}\">All studies</a></p>\n", html::escaped(home));
}

std::string script_at(const std::string& address) {
    return fmt::format("<script src=\"{}\"></script>\n", html::escaped(address));
}

/// plotly.js is one function that is handed to another. Browsers skim such a function first and read it again when it
/// is called; one in parentheses is read once, which saves a tenth of the time until the first figure.
std::string read_once(const std::string& code) {
    constexpr std::string_view handed = " this, () => {";
    constexpr std::string_view end = "}));";
    const auto at = code.find(handed);
    if (at == std::string::npos || !code.ends_with(end)) return code;
    const std::string_view all = code;
    const std::size_t begin = at + handed.find('(');
    const std::size_t behind = code.size() - end.size() + 1;
    return fmt::format("{}({}){}", all.substr(0, begin), all.substr(begin, behind - begin), all.substr(behind));
}

}  // namespace

std::string html_page(const Page& page, std::string_view plotly) {
    return assembled(
        page, {std::string(page_policy), "", "<script>" + read_once(html::code_in_script(plotly)) + "</script>\n", ""});
}

std::string live_page_policy() {
    std::string policy(page_policy);
    constexpr std::string_view inline_only = "script-src 'unsafe-inline'";
    policy.replace(policy.find(inline_only), inline_only.size(), "script-src 'self' 'unsafe-inline'");
    return policy + "; connect-src 'self'";
}

std::string live_page(const Page& page, const LivePage& live) {
    const std::string front =
        fmt::format("<style>\n{}</style>\n", embedded::page_live_style()) +
        fmt::format(fmt::runtime(embedded::page_live_front()), fmt::arg("tag", html::escaped(live.tag)),
                    fmt::arg("home", link_home(live.home)));
    return assembled(page, {live_page_policy(), front, script_at(live.script), embedded::page_live_script()});
}

std::string served_page(const Page& page, const ServedPage& served) {
    std::string front = fmt::format("<style>\n{}</style>\n{}", embedded::page_live_style(), link_home(served.home));
    if (served.state == ServedPage::State::awaited) {
        front += "<progress class=\"awaited\" aria-label=\"Being made\"></progress>\n";
    }
    return assembled(page, {live_page_policy(), front, script_at(served.script), embedded::page_served_script()});
}

std::string studies_page(const std::string& title) {
    const std::string front =
        fmt::format("<style>\n{}</style>\n{}", embedded::page_live_style(), embedded::page_studies_front());
    return assembled({title, "", {}}, {live_page_policy(), front, "", embedded::page_studies_script()});
}

}  // namespace sweetspot
