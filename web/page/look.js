// How figures, tables and boxes look where they are shown: figures in dark colours on a dark page and in light ones on
// paper, panels one below the other on a narrow screen, boxes that scroll within reach of the keyboard.
// window.sweetspot.dressed(figure, div) is the figure as it is drawn now; onLook(f) calls f when that changes;
// describe(div) names a figure that was drawn for those who do not see it.
'use strict';
window.sweetspot = window.sweetspot || {};
(() => {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  const narrow = matchMedia('(max-width: 640px)');
  const onPaper = matchMedia('print');
  let beingPrinted = false;
  const isPrinted = () => beingPrinted || onPaper.matches;
  const paperWidth = 690;  // pixels, of a sheet without its margins

  // The colours of src/page/plot.hpp and what stands for them on a dark page.
  const darkOf = new Map(Object.entries({
    '#ffffff': '#1d2024', '#222222': '#e4e4e2', '#000000': '#f2f2f0', '#e8e8e8': '#34383e', '#666666': '#8d9196',
    '#8a8a8a': '#a0a3a7', '#0072b2': '#58a9de', '#56b4e9': '#b5e0ff', '#009e73': '#2fc79b', '#d55e00': '#f28a4a', '#7f5539': '#c49a7c', '#882255': '#d077a0',
    '#332288': '#9a8cf0', '#aa4499': '#d07cc4',
    '#d5dde4': '#39424c', '#a9c3d9': '#46617c', '#74a5cf': '#5f8db8', '#3f7fb5': '#86bbe8', '#08264d': '#e3f2ff',
  }));
  const isColour = /color$/;
  const hexOf = (parts) => `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
  function darkColour(colour) {
    const faded = /^rgba\((\d+),\s*(\d+),\s*(\d+),\s*([\d.]+)\)$/.exec(colour);
    const other = darkOf.get(faded ? hexOf(faded.slice(1, 4)) : colour.toLowerCase());
    if (other === undefined || !faded) return other ?? colour;
    const parts = [1, 3, 5].map((at) => Number.parseInt(other.slice(at, at + 2), 16));
    return `rgba(${parts.join(',')},${faded[4]})`;
  }
  // Arrays of colours as well; what is not a colour is left alone, arrays of numbers are not even walked through.
  function recolour(object) {
    for (const [key, value] of Object.entries(object)) {
      if (typeof value === 'string') {
        if (isColour.test(key)) object[key] = darkColour(value);
      } else if (Array.isArray(value)) {
        if (isColour.test(key) && typeof value[0] === 'string') object[key] = value.map(darkColour);
        else if (typeof value[0] === 'object' && value[0] !== null && !Array.isArray(value[0])) value.forEach(recolour);
      } else if (value !== null && typeof value === 'object') recolour(value);
    }
  }

  function setDefaults(layout) {
    layout.paper_bgcolor ??= '#ffffff';
    layout.plot_bgcolor ??= '#ffffff';
    layout.font = { color: '#222222', ...layout.font };
    layout.hoverlabel = { bgcolor: '#ffffff', bordercolor: '#666666', align: 'left', ...layout.hoverlabel,
      font: { color: '#222222', ...layout.hoverlabel?.font } };
    layout.legend = { bgcolor: 'rgba(255,255,255,0)', ...layout.legend };
    layout.modebar = { bgcolor: 'rgba(255,255,255,0)', color: '#8a8a8a', activecolor: '#222222' };
  }

  // A long title of an axis in two lines, long words beside it shortened; a sign that is written as an entity is one.
  const shortened = (text) => {
    const signs = text.match(/&\w+;|./gsu) || [];
    return signs.length > 18 ? `${signs.slice(0, 8).join('')}…${signs.slice(-8).join('')}` : text;
  };
  function wrapped(text, most) {
    const spaces = [...text.matchAll(/ /g)].map((match) => match.index);
    if (text.length <= most || text.includes('<br') || spaces.length === 0) return text;
    const middle = text.length / 2;
    const at = spaces.reduce((best, index) => (Math.abs(index - middle) < Math.abs(best - middle) ? index : best));
    return `${text.slice(0, at)}<br>${text.slice(at + 1)}`;
  }
  function wrapTitles(layout) {
    for (const [key, axis] of Object.entries(layout)) {
      if (/^yaxis\d*$/.test(key) && axis.ticktext) axis.ticktext = axis.ticktext.map((text) => shortened(String(text)));
      if (/^[xy]axis\d*$/.test(key) && axis.title?.text) axis.title.text = wrapped(axis.title.text, 22);
    }
  }

  // Panels side by side become panels one below the other.
  function stack(layout) {
    const how = layout.meta.stack;
    const keys = Object.keys(layout).filter((key) => /^xaxis\d*$/.test(key) && layout[key].domain)
      .sort((a, b) => Number(a.slice(5) || 1) - Number(b.slice(5) || 1));
    const gap = Math.max(how.gap, 134);  // the title of an axis and that of the panel below it
    const room = keys.length * how.panel_height + (keys.length - 1) * gap;
    for (const [i, key] of keys.entries()) {
      const top = 1 - i * (how.panel_height + gap) / room;
      layout[key].domain = [0, 1];
      layout[key.replace('x', 'y')].domain = [Math.max(0, top - how.panel_height / room), top];
      const title = (layout.annotations || []).find((note) => note.name === `panel-${key.replace('axis', '')}`);
      if (title) Object.assign(title, { x: 0.5, y: top, text: wrapped(title.text, 31) });  // of which 7 make it bold
    }
    layout.height = how.head + room + how.bottom;
    layout.margin.r = 20;
    layout.legend.y = 1 + 48 / room;
    const bar = layout.coloraxis?.colorbar;
    if (!bar) return;
    Object.assign(bar, { orientation: 'h', x: 0.5, xanchor: 'center', y: -62 / room, yanchor: 'top', len: 1 });
    layout.height += 75;
    layout.margin.b += 75;
  }

  window.sweetspot.dressed = (figure, div) => {
    const { layout } = figure;
    setDefaults(layout);
    const fits = !narrow.matches || isPrinted();
    if (!fits) wrapTitles(layout);
    if (layout.meta?.stack && !fits) stack(layout);
    if (prefersDark.matches && !isPrinted()) {
      recolour(layout);
      figure.data.forEach(recolour);
    }
    const isStacked = layout.meta?.stack && !fits;
    div.style.minWidth = layout.meta?.least_width && !isStacked && !isPrinted() ? `${layout.meta.least_width}px` : '';
    if (isPrinted()) layout.width = div.closest('.gallery') ? paperWidth / 2 - 10 : paperWidth;
    return figure;
  };

  window.sweetspot.isPrinted = isPrinted;
  const watchers = [];
  const changed = () => watchers.forEach((watcher) => { watcher(); });
  window.sweetspot.onLook = (watcher) => watchers.push(watcher);
  for (const query of [prefersDark, narrow, onPaper]) query.addEventListener('change', changed);
  addEventListener('beforeprint', () => { beingPrinted = true; changed(); });
  addEventListener('afterprint', () => { beingPrinted = false; changed(); });

  window.sweetspot.describe = (div) => {
    const pictures = [...div.querySelectorAll('svg.main-svg')];
    for (const [i, picture] of pictures.entries()) {
      if (i > 0) picture.setAttribute('aria-hidden', 'true');
    }
    pictures[0]?.setAttribute('role', 'img');
    pictures[0]?.setAttribute('aria-label', div.getAttribute('aria-label') || '');
  };

  // A box whose content is wider than itself can be scrolled with the arrow keys.
  const nameOf = (box) => (box.querySelector('caption') || box.closest('figure')?.querySelector('figcaption'))?.textContent;
  const boxes = new ResizeObserver((entries) => {
    for (const box of new Set(entries.map((entry) => entry.target.closest('.scroll')))) {
      if (box.scrollWidth > box.clientWidth + 1) {
        box.tabIndex = 0;
        box.setAttribute('role', 'region');
        box.setAttribute('aria-label', `${nameOf(box) || 'Table'} (scrolls sideways)`);
      } else {
        for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
      }
    }
  });
  for (const box of document.querySelectorAll('.scroll')) {
    boxes.observe(box);
    if (box.firstElementChild) boxes.observe(box.firstElementChild);
  }
})();
