// The page's own rules, style and script.
#pragma once

namespace sweetspot::html {

/// Nothing is fetched from anywhere and no text is run as code, for which Plotly has a bundle of its own; it needs data
/// and blob addresses to make pictures of its figures.
inline constexpr auto policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
    "base-uri 'none'; form-action 'none'";

inline constexpr auto style = R"css(
:root { --ink: #1b1b1b; --paper: #fbfbfa; --faint: #d9d9d6; --quiet: #555; --link: #005a8f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e6; --paper: #16181b; --faint: #3a3d42; --quiet: #aaaaa8; --link: #7cc4f0; }
}
* { box-sizing: border-box; }
html { color-scheme: light dark; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 system-ui, sans-serif;
  overflow-wrap: break-word; }
main { max-width: 1080px; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 1rem 0; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 2.5rem 0 1rem; padding-top: .6rem;
  border-top: 1px solid var(--faint); }
a { color: var(--link); }
nav ul { margin: 1rem 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
p { max-width: 46rem; }
figure { margin: 1.5rem 0; break-inside: avoid; }
figcaption { max-width: 46rem; color: var(--quiet); font-size: .95rem; margin: .4rem 0; }
figcaption strong { color: var(--ink); }
.scroll { overflow-x: auto; }
.plot { background: #fff; color: #222; border-radius: 6px; width: 100%; }
.plot .failed { padding: 1rem; margin: 0; }
.gallery { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 310px), 1fr)); }
.gallery figure { margin: 0; min-width: 0; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding-bottom: .4rem; }
th, td { padding: .25rem .7rem; text-align: left; border-bottom: 1px solid var(--faint); }
th.number, td.number { text-align: right; }
button, input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet);
  border-radius: 4px; padding: .2rem .6rem; }
button { cursor: pointer; }
button:disabled { opacity: .45; cursor: default; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .8rem; margin: .6rem 0; font-size: .95rem; }
.data-table th button { border: 0; padding: 0; font-weight: inherit; text-align: inherit; }
.data-table th[aria-sort=ascending] button::after { content: " ▲"; }
.data-table th[aria-sort=descending] button::after { content: " ▼"; }
.data-table td { white-space: nowrap; max-width: 26rem; overflow: hidden; text-overflow: ellipsis; }
@media print {
  :root { --ink: #000; --paper: #fff; --faint: #ccc; --quiet: #333; --link: #000; }
  nav, .tools { display: none; }
  .scroll { overflow: visible; }
}
)css";

/// Draws every figure into its element as it comes near the screen, all of them for "?all" and for print.
/// window.sweetspot.setFigure(id, {data, layout}) replaces one, drawn already or not.
inline constexpr auto drawing = R"js(
'use strict';
(() => {
  const plots = [...document.querySelectorAll('.plot')];
  const started = new Set();
  // A finger that drags moves the page, not the axes.
  const byTouch = matchMedia('(pointer: coarse)').matches;
  // There its buttons would lie on the legend; pinching does what they do.
  const buttons = byTouch ? { displayModeBar: false } : {};
  // Plotly offers to upload a figure to its makers unless told not to.
  const config = {
    responsive: true, displaylogo: false, showSendToCloud: false, plotlyServerURL: '',
    modeBarButtonsToRemove: ['select2d', 'lasso2d'], ...buttons,
  };

  const replaced = new Map();

  async function draw(div) {
    if (started.has(div)) return;
    started.add(div);
    try {
      const figure = replaced.get(div) ?? JSON.parse(document.getElementById('data-' + div.id).textContent);
      const least = figure.layout.meta && figure.layout.meta.least_width;
      if (least) div.style.minWidth = least + 'px';
      if (figure.layout.height) div.style.height = figure.layout.height + 'px';
      if (byTouch) figure.layout.dragmode = false;
      const saved = { toImageButtonOptions: { format: 'svg', filename: div.id } };
      // What the reader has zoomed and switched off stays so when new data come.
      figure.layout.uirevision = 'kept';
      await Plotly.react(div, figure.data, figure.layout, { ...config, ...saved });
      div.dataset.drawn = 'true';
    } catch (error) {
      const sentence = document.createElement('p');
      sentence.className = 'failed';
      sentence.textContent = 'This figure could not be drawn: ' + error.message + '.';
      div.replaceChildren(sentence);
      div.dataset.drawn = 'failed';
    }
  }

  window.sweetspot = window.sweetspot || {};
  window.sweetspot.setFigure = (id, figure) => {
    const div = document.getElementById(id);
    replaced.set(div, figure);
    if (started.delete(div)) draw(div);
  };

  const drawAll = () => plots.forEach(draw);
  addEventListener('beforeprint', drawAll);
  if (new URLSearchParams(location.search).has('all')) {
    drawAll();
  } else {
    const nearby = new IntersectionObserver(
      (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => draw(entry.target)),
      { rootMargin: '800px 0px' });
    plots.forEach((div) => nearby.observe(div));
  }
})();
)js";

}  // namespace sweetspot::html
