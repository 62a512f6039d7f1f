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
    modeBarButtonsToRemove: ['select2d', 'lasso2d'], ...buttons,
  };

  const replaced = new Map();

  async function draw(div) {
    if (started.has(div)) return;
    started.add(div);
    try {
      const figure = replaced.get(div) ?? JSON.parse(document.getElementById(`data-${div.id}`).textContent);
      const least = figure.layout.meta?.least_width;
      if (least) div.style.minWidth = `${least}px`;
      if (figure.layout.height) div.style.height = `${figure.layout.height}px`;
      if (byTouch) figure.layout.dragmode = false;
      const saved = { toImageButtonOptions: { format: 'svg', filename: div.id } };
      // What the reader has zoomed and switched off stays so when new data come.
      figure.layout.uirevision ??= 'kept';
      await Plotly.react(div, figure.data, figure.layout, { ...config, ...saved });
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
  addEventListener('beforeprint', drawAll);
  if (new URLSearchParams(location.search).has('all')) {
    drawAll();
  } else {
    const nearby = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) draw(entry.target);
      },
      { rootMargin: '800px 0px' });
    for (const div of plots) nearby.observe(div);
  }
})();
