// The page: everything is in it, and nothing that is put in becomes markup or ends a script.
#include "sweetspot/page/page.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "page/html.hpp"
#include "support/count.hpp"

namespace sweetspot {
namespace {

using support::count;

Page page_with(std::vector<PagePart> parts) {
    return {"Title", "Intro", {{"Heading", std::move(parts)}}};
}

const std::string empty_figure = R"({"data":[],"layout":{"height":321}})";

TEST(Page, HoldsTitleIntroHeadingsTablesFiguresAndThePlotlyText) {
    const std::string html =
        html_page(page_with({Paragraph{"Some words."}, Table{"Numbers", {"name", "value"}, {{"a", "1.5"}, {"b", "–"}}},
                             Figure{"one", "First figure", "What it shows", empty_figure},
                             Gallery{{{"two", "Second", "", empty_figure}, {"three", "Third", "", empty_figure}}}}),
                  "window.Plotly = {};");
    for (const char* part : {"<!DOCTYPE html>", "<title>Title</title>", "<h1>Title</h1>", "Intro", "<h2>Heading</h2>",
                             "<p>Some words.</p>", "<caption>Numbers</caption>", "<td class=\"number\">1.5</td>",
                             "<td>a</td>", "First figure", "What it shows", "id=\"one\" style=\"height:321px\"",
                             "window.Plotly = {};", "prefers-color-scheme: dark", "width=device-width"}) {
        EXPECT_GE(count(html, part), 1u) << part;
    }
    EXPECT_EQ(count(html, "class=\"plot\""), 3u);
    EXPECT_EQ(count(html, "<figure>"), 3u);
    EXPECT_EQ(count(html, "http://"), 0u);
    EXPECT_EQ(count(html, "https://"), 0u);
}

TEST(Page, CommandsAreTextWithAButtonThatWaitsForItsScript) {
    const std::string html = html_page(page_with({Commands{{{"First & last:", "sweetspot run 'a b' && <x>"}}}}), "");
    EXPECT_EQ(count(html,
                    "<p>First &amp; last:</p><div class=\"command\"><code>sweetspot run &#39;a b&#39; &amp;&amp; "
                    "&lt;x&gt;</code><button type=\"button\" class=\"copy\" hidden>Copy</button>"),
              1u);
    const auto json = nlohmann::json::parse(page_json(page_with({Commands{{{"w", "c"}}}})));
    EXPECT_EQ(json["sections"][0]["parts"][0]["items"][0]["command"], "c");
}

TEST(Page, DataForItsScriptsAreInItAndEndNothing) {
    const PageData data{"stuff", R"({"a": "</script><b>"})"};
    const std::string html = html_page(page_with({data}), "");
    EXPECT_EQ(count(html, "id=\"data-stuff\">{\"a\":\"\\u003c/script>\\u003cb>\"}</script></div>"), 1u);
    const auto json = nlohmann::json::parse(page_json(page_with({data})));
    EXPECT_EQ(json["sections"][0]["parts"][0]["data"]["a"], "</script><b>");
    EXPECT_THROW(static_cast<void>(html_page(page_with({PageData{"stuff", "{"}}), "")), std::invalid_argument);
}

TEST(Page, ShowsAContentsListOnlyWhereThereIsEnoughToLookFor) {
    Page page{"T", "", {{"A", {}}, {"B", {}}}};
    EXPECT_EQ(count(html_page(page, ""), "<nav"), 0u);
    page.sections.push_back({"C & D", {}});
    EXPECT_EQ(count(html_page(page, ""), "<a href=\"#section-2\">C &amp; D</a>"), 1u);
}

TEST(Page, TextNeverBecomesMarkup) {
    const std::string evil = "<img src=x onerror='alert(1)'>&\"";
    Figure figure{"f", evil, evil, empty_figure};
    const std::string html =
        html_page({evil, evil, {{evil, {Paragraph{evil}, Table{evil, {evil}, {{evil}}}, figure}}}}, "");
    EXPECT_EQ(count(html, "<img"), 0u);
    EXPECT_EQ(count(html, "&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;&quot;"), 12u);
}

TEST(Page, AFigureCannotEndItsScript) {
    const std::string json = R"({"data":[{"name":"</script><script>alert(1)</script><!--"}],"layout":{}})";
    const std::string plain = html_page(page_with({Figure{"f", "", "", empty_figure}}), "");
    const std::string html = html_page(page_with({Figure{"f", "", "", json}}), "");
    EXPECT_EQ(count(html, "</script>"), count(plain, "</script>"));
    EXPECT_EQ(count(html, "<script"), count(plain, "<script"));
    EXPECT_EQ(count(html, "<!--"), 0u);
    EXPECT_EQ(count(html, R"(\u003c/script>\u003cscript>alert(1))"), 1u);
}

TEST(Page, TheScriptOfPlotlyCannotEndItselfEither) {
    EXPECT_EQ(html::code_in_script("a='</SCRIPT>'; b='<script>'; c='<!--'; d = 1<2"),
              R"(a='\x3C/SCRIPT>'; b='\x3Cscript>'; c='\x3C!--'; d = 1<2)");
    EXPECT_EQ(html::code_in_script("</scrip"), "</scrip");
}

TEST(Page, TheBrowserReadsTheFunctionThatIsPlotlyOnce) {
    const auto with = [](std::string_view plotly) { return html_page(page_with({}), plotly); };
    EXPECT_EQ(count(with("(f (typeof self ? self : this, () => {\nx;\n}));"),
                    "<script>(f (typeof self ? self : this, (() => {\nx;\n})));</script>"),
              1u);
    EXPECT_EQ(count(with("f(() => {});"), "<script>f(() => {});</script>"), 1u) << "another code stays as it is";
}

TEST(Page, AServedPageFindsPlotlyAndTheWayBackAndSaysIfItIsAwaited) {
    const std::string ready = served_page(page_with({}), {.script = "p.js", .home = "./"});
    EXPECT_EQ(count(ready, "<script src=\"p.js\"></script>"), 1u);
    EXPECT_EQ(count(ready, "<a data-own href=\"./\">All studies</a>"), 1u);
    EXPECT_EQ(count(ready, "<progress"), 0u);
    const std::string awaited =
        served_page(page_with({}), {.script = "p.js", .home = "", .state = ServedPage::State::awaited});
    EXPECT_EQ(count(awaited, "<progress class=\"awaited\""), 1u);
    EXPECT_EQ(count(awaited, "All studies"), 0u);
}

TEST(Page, RefusesFiguresThatCannotBeShown) {
    const auto refusal = [](std::vector<PagePart> parts) {
        try {
            (void)html_page(page_with(std::move(parts)), "");
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string("not refused");
    };
    const Figure good{"f", "", "", empty_figure};
    EXPECT_NE(refusal({good, good}).find("two figures have the id \"f\""), std::string::npos);
    EXPECT_NE(refusal({Figure{"a b", "", "", empty_figure}}).find("figure id \"a b\""), std::string::npos);
    EXPECT_NE(refusal({Figure{"", "", "", empty_figure}}).find("letters, digits and hyphens"), std::string::npos);
    for (const char* json :
         {"", "{", "[]", R"({"data":[]})", R"({"data":{},"layout":{}})", R"({"data":[],"layout":null})"}) {
        EXPECT_NE(refusal({Figure{"f", "", "", json}}).find("not a Plotly figure"), std::string::npos) << json;
    }
    EXPECT_NE(refusal({Table{"t", {"a", "b"}, {{"1"}}}}).find("has 1 cells; the header has 2"), std::string::npos);
}

DataTable small_table() {
    using Kind = DataTable::Column::Kind;
    return {"t", "Two rows", {{"n", Kind::number}, {"words", Kind::text}}, {{"1.5", "a, \"b\""}, {"", "</script>"}}};
}

TEST(Page, ADataTableIsDataAndHeadersAndCannotEndItsScript) {
    const std::string html = html_page(page_with({small_table()}), "");
    EXPECT_EQ(count(html, "<div class=\"data-table\" id=\"t\">"), 1u);
    EXPECT_EQ(count(html, "<th scope=\"col\" class=\"number\"><button type=\"button\">n</button></th>"), 1u);
    EXPECT_EQ(count(html, R"("rows":[[1.5,"a, \"b\""],[null,"\u003c/script>"]])"), 1u);
    EXPECT_EQ(count(html, "</script>"), count(html, "<script"));
}

TEST(Page, ADataTableWithAWrongCellOrRowIsRefused) {
    DataTable words = small_table();
    words.rows[0][0] = "many";
    EXPECT_THROW(static_cast<void>(html_page(page_with({words}), "")), std::invalid_argument);
    words.rows[0][0] = "inf";
    EXPECT_THROW(static_cast<void>(html_page(page_with({words}), "")), std::invalid_argument);
    DataTable narrow = small_table();
    narrow.rows[1].pop_back();
    EXPECT_THROW(static_cast<void>(page_json(page_with({narrow}))), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(html_page(page_with({small_table(), small_table()}), "")), std::invalid_argument);
}

TEST(Page, AsJsonHasEveryPart) {
    const Figure figure{"f", "Figure", "Caption", R"({"data":[{"y":[1]}],"layout":{"height":5}})"};
    const Page page =
        page_with({Paragraph{"p ü"}, Table{"c", {"h"}, {{"x"}}}, figure, Gallery{{figure}}, small_table()});
    const auto json = nlohmann::json::parse(page_json(page));
    EXPECT_EQ(json["title"], "Title");
    EXPECT_EQ(json["intro"], "Intro");
    const auto& parts = json["sections"][0]["parts"];
    EXPECT_EQ(json["sections"][0]["heading"], "Heading");
    EXPECT_EQ(parts[0], nlohmann::json::parse(R"({"kind":"paragraph","text":"p ü"})"));
    EXPECT_EQ(parts[1], nlohmann::json::parse(R"({"kind":"table","caption":"c","header":["h"],"rows":[["x"]]})"));
    auto alone = nlohmann::json::parse(R"({"id":"f","title":"Figure","caption":"Caption",
        "figure":{"data":[{"y":[1]}],"layout":{"height":5}}})");
    EXPECT_EQ(parts[3]["figures"][0], alone);
    alone["kind"] = "figure";
    EXPECT_EQ(parts[2], alone);
    EXPECT_EQ(parts[4], nlohmann::json::parse(R"({"kind":"data-table","id":"t","caption":"Two rows",
        "columns":[{"name":"n","kind":"number"},{"name":"words","kind":"text"}],
        "rows":[[1.5,"a, \"b\""],[null,"</script>"]]})"));
}

TEST(Page, ALivePageNamesItsScriptItsTagAndTheWayHome) {
    const Page page = page_with({Figure{"one", "First", "What it shows", empty_figure}});
    const std::string html = live_page(page, {"../plotly-1\".js", "t<ag", "../../"});
    EXPECT_EQ(count(html, "<script src=\"../plotly-1&quot;.js\"></script>"), 1u);
    EXPECT_EQ(count(html, "data-tag=\"t&lt;ag\""), 1u);
    EXPECT_EQ(count(html, "<a data-own href=\"../../\">All studies</a>"), 1u);
    EXPECT_EQ(count(html, "aria-label=\"First. What it shows\""), 1u);
    EXPECT_EQ(count(live_page(page, {"p.js", "t", ""}), "All studies"), 0u);
    const std::string policy = live_page_policy();
    EXPECT_TRUE(policy.starts_with("default-src 'none'; script-src 'self' 'unsafe-inline'; ")) << policy;
    EXPECT_EQ(count(html, policy), 1u);
    EXPECT_EQ(count(html_page(page, ""), "'self'"), 0u) << "a file fetches nothing";
}

TEST(Page, TheListOfStudiesIsEmptyUntilItIsTold) {
    const std::string html = studies_page("<b>");
    EXPECT_EQ(count(html, "<h1>&lt;b&gt;</h1>"), 1u);
    EXPECT_EQ(count(html, "<tbody></tbody>"), 1u);
    EXPECT_EQ(count(html, "<script src="), 0u) << "it has no figures";
}

}  // namespace
}  // namespace sweetspot
