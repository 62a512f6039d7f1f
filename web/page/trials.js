// A trial that is clicked anywhere is shown everywhere: a ring in every figure that has it, its row in the table of
// trials, and a panel with all that is known of it. Figures say which trials their points are by customdata; what the
// table does not hold comes from the data "trial-details" (src/report/trial_details.hpp).
// window.sweetspot.selectTrial(number) selects one, null none; Escape closes the panel.
'use strict';
(() => {
  const table = document.getElementById('trials');
  if (!table || !document.getElementById('trial-details')) return;
  const body = table.querySelector('tbody');
  const ringName = 'Selected trial';
  const ringColour = '#d6006c';  // unlike all marks of the figures
  let details = null;
  let selected = null;
  let opener = null;  // what had the focus before the panel

  const make = (tag, text = '', className = '') => Object.assign(document.createElement(tag), { textContent: text, className });

  const panel = make('aside', '', 'trial-panel');
  panel.id = 'trial-panel';
  panel.tabIndex = -1;
  panel.hidden = true;
  document.querySelector('main').after(panel);

  // ---- figures ----

  // Where the trial is drawn: [{trace, index}].
  const placesOf = (div) => (div.data ?? []).flatMap((trace) => {
    if (trace.name === ringName || !trace.customdata) return [];
    const index = [...trace.customdata].indexOf(selected);
    return index < 0 ? [] : [{ trace, index }];
  });
  const ringAt = ({ trace, index }) => ({
    type: trace.type === 'scattergl' ? 'scattergl' : 'scatter', mode: 'markers', name: ringName, showlegend: false, hoverinfo: 'skip',
    x: [trace.x[index]], y: [trace.y[index]], xaxis: trace.xaxis ?? 'x', yaxis: trace.yaxis ?? 'y', cliponaxis: false,
    marker: { symbol: 'circle-open', size: 18, color: ringColour, line: { width: 3, color: ringColour } },
  });

  // A line among others cannot have a ring: it gets the colour, above all others.
  const plainLines = new WeakMap();
  function markLine(div, places) {
    const place = div.data.findIndex((trace) => trace.type === 'parcoords');
    const trace = div.data[place];
    const plain = plainLines.get(trace) ?? { ...trace.line };
    plainLines.set(trace, plain);
    const found = places.find((p) => p.trace === trace);
    const change = { 'line.color': [plain.color], 'line.colorscale': [plain.colorscale], 'line.cmax': [plain.cmax] };
    if (found) {
      const share = 0.94;  // of the scale is left to the values
      const apart = 0.97;  // the best ones must not look selected
      const top = plain.cmin + (plain.cmax - plain.cmin) / share;
      change['line.color'] = [plain.color.map((value, i) => (i === found.index ? top : Math.min(value, plain.cmax)))];
      const own = plain.colorscale.map(([at, colour]) => [at * share, colour]);
      change['line.colorscale'] = [[...own, [apart, own.at(-1)[1]], [apart, ringColour], [1, ringColour]]];
      change['line.cmax'] = [top];
    }
    if (!found && trace.line.cmax === plain.cmax) return;
    Plotly.restyle(div, change, [place]);
  }

  // One change of a figure after another.
  const turns = new WeakMap();
  function mark(div) {
    const turn = (turns.get(div) ?? Promise.resolve()).then(() => markNow(div));
    turns.set(div, turn);
    return turn;
  }
  async function markNow(div) {
    if (div.dataset.drawn !== 'true' || !div.data) return;
    const old = div.data.flatMap((trace, i) => (trace.name === ringName ? [i] : []));
    if (old.length > 0) await Plotly.deleteTraces(div, old);
    const places = selected === null ? [] : placesOf(div);
    if (div.data.some((trace) => trace.type === 'parcoords')) markLine(div, places);
    else if (places.length > 0) await Plotly.addTraces(div, places.map(ringAt));
    div.dataset.selected = places.length > 0 ? String(selected) : '';
  }

  // Of a figure that was drawn, or drawn anew.
  const listening = new WeakSet();
  function listen(div) {
    if (!listening.has(div) && div.on) {
      listening.add(div);
      div.on('plotly_click', (event) => {
        const number = event.points?.map((point) => point.customdata).find(Number.isInteger);
        if (number !== undefined) select(number);
      });
      listenToLines(div);
    }
    mark(div);
  }
  // Parallel coordinates tell only which line is pointed at.
  function listenToLines(div) {
    let pointed = null;
    div.on('plotly_hover', (event) => { pointed = Number.isInteger(event.curveNumber) && !event.points ? event.curveNumber : null; });
    div.on('plotly_unhover', () => { pointed = null; });
    div.addEventListener('click', () => {
      const lines = div.data?.find((trace) => trace.type === 'parcoords');
      if (lines && pointed !== null) select(lines.customdata?.[pointed] ?? null);
    });
  }
  const drawn = new MutationObserver((records) => { for (const div of new Set(records.map((record) => record.target))) listen(div); });
  for (const div of document.querySelectorAll('.plot')) {
    drawn.observe(div, { attributeFilter: ['data-drawn'] });
    if (div.dataset.drawn === 'true') listen(div);
  }

  // ---- the table ----

  const rowNumber = (tr) => Number(tr.firstChild.textContent.replace(/\D/g, ''));
  function dressRows() {
    for (const tr of body.children) {
      tr.tabIndex = 0;
      const own = rowNumber(tr) === selected;
      tr.classList.toggle('selected', own);
      if (own) tr.setAttribute('aria-current', 'true');
      else tr.removeAttribute('aria-current');
    }
  }
  new MutationObserver(dressRows).observe(body, { childList: true });
  body.addEventListener('click', (event) => {
    const tr = event.target.closest('tr');
    // Who marks text to copy it does not ask for the trial.
    if (tr && getSelection().isCollapsed) select(rowNumber(tr));
  });
  body.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.target.tagName !== 'TR') return;
    event.preventDefault();
    select(rowNumber(event.target), event.target);
  });

  // ---- the panel ----

  const moment = (seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const bytes = (size) => (size < 1000 ? `${size} bytes` : size < 1e6 ? `${(size / 1e3).toPrecision(3)} kB` : `${(size / 1e6).toPrecision(3)} MB`);
  const duration = (s) => (s < 120 ? `${Number(s.toPrecision(3))} s` : s < 7200 ? `${(s / 60).toFixed(1)} min` : `${(s / 3600).toFixed(1)} h`);
  const numberText = (value) => window.sweetspot.numberText?.(value) ?? String(Number(value.toPrecision(6))).replace('-', '\u2212');
  const quantity = (value, unit) => `${typeof value === 'number' ? numberText(value) : value}${unit ? `\u00a0${unit}` : ''}`;

  // [what, text] of all that is known.
  function facts(row, extra) {
    const cell = (name) => row[data().columns.findIndex((column) => column.name === name)];
    const list = [['State', cell('state')], ['Source', cell('source')]];
    row.slice(3, 3 + details.parameters.length).forEach((value, d) => {
      const { name, unit } = details.parameters[d];
      const asked = extra.asked?.[d];
      list.push([name, quantity(value, unit) + (asked === undefined || asked === value ? '' : ` (asked for: ${quantity(asked, unit)})`)]);
    });
    const rest = row.slice(3 + details.parameters.length);
    const [value, error] = rest;
    if (value !== null) list.push([details.objective.name, quantity(value, details.objective.unit) + (error === null ? '' : ` ± ${quantity(error, details.objective.unit)}`)]);
    details.outputs.forEach((name, i) => { if (rest[2 + i] !== null) list.push([name, quantity(rest[2 + i])]); });
    const [failure, seconds] = rest.slice(2 + details.outputs.length);
    if (failure) list.push(['Failure', failure]);
    if (seconds !== null && seconds > 0) list.push(['Duration', duration(seconds)]);
    if (extra.asked_at) list.push(['Asked for', moment(extra.asked_at)]);
    if (extra.changed_at) list.push(['Last change', moment(extra.changed_at)]);
    if (extra.attempts > 0) list.push(['Attempts', String(extra.attempts)]);
    if (extra.folder) list.push(['Work directory', extra.folder]);
    return list;
  }

  const data = () => window.sweetspot.tableOf('trials').data;
  function showPanel() {
    const row = data().rows.find((cells) => cells[0] === selected);
    panel.hidden = selected === null || !row;
    if (panel.hidden) return panel.replaceChildren();
    const extra = details.trials[String(selected)] ?? {};
    panel.setAttribute('aria-label', `Trial ${selected}`);
    const head = make('div', '', 'head');
    const close = make('button', 'Close', 'close');
    close.type = 'button';
    close.addEventListener('click', () => select(null));
    head.append(make('h3', `Trial ${selected}`), close);
    const list = make('dl');
    for (const [what, text] of facts(row, extra)) list.append(make('dt', what), make('dd', String(text)));
    panel.replaceChildren(head, list);
    if (extra.files) {
      const files = make('ul', '', 'files');
      files.append(...extra.files.map(([name, size]) => make('li', size === null ? name : `${name}, ${bytes(size)}`)));
      if (extra.more_files) files.append(make('li', `and ${extra.more_files} more`));
      panel.append(make('h4', 'Files'), files);
    }
    for (const stream of ['stderr', 'stdout']) {
      if (!extra[stream]) continue;
      const text = make('pre', extra[stream]);
      text.tabIndex = 0;  // so that it can be scrolled by keyboard
      panel.append(make('h4', `End of ${stream}`), text);
    }
  }

  function select(number, from = null) {
    const before = selected;
    selected = number;
    window.sweetspot.keep('trial', number);
    if (number !== null) {
      opener = from ?? (before === null ? null : opener);
      window.sweetspot.tableOf('trials').reveal(number);
    }
    dressRows();
    showPanel();
    if (from) panel.focus();
    if (number === null && opener !== null) {
      // The row may have been made anew.
      const row = [...body.children].find((tr) => rowNumber(tr) === before);
      row?.focus();
      opener = null;
    }
    for (const div of document.querySelectorAll('.plot')) mark(div);
  }
  window.sweetspot.selectTrial = select;
  addEventListener('keydown', (event) => { if (event.key === 'Escape' && selected !== null) select(null); });

  window.sweetspot.onData('trial-details', (given) => {
    details = given;
    // The rows are taken up after this.
    queueMicrotask(showPanel);
  });
  dressRows();
  const kept = window.sweetspot.kept('trial');
  if (kept !== null) select(kept);
})();
