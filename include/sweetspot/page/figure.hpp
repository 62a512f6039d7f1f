// A figure is data: what is drawn, as a Plotly figure, with the words around it.
#pragma once

#include <string>

namespace sweetspot {

/// A figure for a page, a file or a notebook. `json` is {"data": […], "layout": {…}} as Plotly reads it, without a
/// title: whoever shows it puts `title` and `caption` around it. `layout.meta.least_width`, if there is one, is the
/// width in pixels below which it is better scrolled than squeezed.
struct Figure {
    std::string id;  ///< letters, digits and hyphens; unique on its page, and the name of its file
    std::string title;
    std::string caption;
    std::string json;
};

}  // namespace sweetspot
