// Draws every figure into its element as it comes near the screen, all of them for "?all" and for print.
// window.sweetspot.setFigure(id, {data, layout}) replaces one, drawn already or not.
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
    modeBarButtonsToRemove: ['select2d', 'lasso2d', 'zoomIn2d', 'zoomOut2d', 'autoScale2d'], ...buttons,
  };

  const replaced = new Map();

  async function draw(div) {
    if (started.has(div)) return;
    started.add(div);
    try {
      const source = replaced.get(div);
      const figure = window.sweetspot.dressed(
        source ? structuredClone(source) : JSON.parse(document.getElementById(`data-${div.id}`).textContent), div);
      if (figure.layout.height) div.style.height = `${figure.layout.height}px`;
      if (byTouch) figure.layout.dragmode = false;
      const saved = { toImageButtonOptions: { format: 'svg', filename: div.id } };
      // What the reader has zoomed and switched off stays so when new data come.
      figure.layout.uirevision ??= 'kept';
      await Plotly.react(div, figure.data, figure.layout, { ...config, ...saved });
      window.sweetspot.describe(div);
      div.dataset.drawn = 'true';
    } catch (error) {
      const sentence = document.createElement('p');
      sentence.className = 'failed';
      sentence.textContent = `This figure could not be drawn: ${error.message}.`;
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
  // Another colour scheme, a narrower screen, a sheet of paper; the last has all of them.
  window.sweetspot.onLook(() => {
    const again = window.sweetspot.isPrinted() ? plots : [...started];
    started.clear();
    again.forEach(draw);
  });
  if (new URLSearchParams(location.search).has('all')) {
    drawAll();
  } else {
    // One after another, what is on the screen first, with a moment in between to show it.
    let last = Promise.resolve();
    const drawInTurn = (div) => {
      last = last.then(() => draw(div)).then(() => new Promise((next) => { setTimeout(next, 0); }));
    };
    const distance = ({ top, bottom }) => Math.max(0, -bottom, top - innerHeight);
    const nearby = new IntersectionObserver(
      (entries) => entries.filter((entry) => entry.isIntersecting)
        .sort((a, b) => distance(a.boundingClientRect) - distance(b.boundingClientRect))
        .forEach((entry) => { drawInTurn(entry.target); }),
      { rootMargin: '800px 0px' });
    for (const div of plots) nearby.observe(div);
  }
})();
