// Two selects for the pair of parameters of the figure "pair-1": the pair that it comes with, or another one put into
// it from the data "pairs" (src/report/pair_choice.hpp). What is chosen stays when new data come.
'use strict';
(() => {
  const box = document.getElementById('pairs');
  if (!box) return;
  const id = 'pair-1';
  const near = 1.5;        // tolerances; as nearness() of axes.cpp
  const faintest = 0.12;
  let data = null;
  let template = JSON.parse(document.getElementById(`data-${id}`).textContent);
  const chosen = [0, 1];
  const selects = ['Across', 'Up'].map((word, i) => {
    const label = document.createElement('label');
    const select = document.createElement('select');
    label.append(`${word} `, select);
    box.append(label);
    select.addEventListener('change', () => choose(i, Number(select.value)));
    return select;
  });
  box.classList.add('tools', 'pair-choice');
  const plainSet = window.sweetspot.setFigure;

  const transposed = (rows) => rows[0].map((_, k) => rows.map((row) => row[k]));

  // The landscapes with the first choice across, whichever way round they are stored.
  function pairOf(a, b) {
    const pair = data.pairs.find((p) => p.a === Math.min(a, b) && p.b === Math.max(a, b));
    if (a < b) return pair;
    return { ...pair, mean: transposed(pair.mean), robust: transposed(pair.robust), region: [pair.region[1], pair.region[0]] };
  }

  // The lines of both parameters before that of the value.
  const hover = (trace, [across, up]) => across.hover.replace('%{?', '%{x') + up.hover.replace('%{?', '%{y') +
    trace.hovertemplate.split('<br>').at(-1);

  function landscape(trace, pair, z, [across, up]) {
    const cells = across.choice || up.choice;
    const { contours, line, autocontour: _, ...rest } = trace;
    const look = cells ? { type: 'heatmap' } : { type: 'contour', autocontour: false,
      line: line ?? { width: 0.5, color: 'rgba(255,255,255,0.5)' },
      contours: { ...contours, ...(trace.coloraxis === 'coloraxis' ? pair.contours : {}) } };
    return { ...rest, ...look, x: across.values, y: up.values, z, hovertemplate: hover(trace, [across, up]) };
  }

  function dots(trace, failed, [a, b]) {
    const axes = [data.parameters[a], data.parameters[b]];
    const within = ({ values }, x) => values[0] <= x && x <= values.at(-1);
    const inside = data.trials.filter((trial) => trial.failed === failed && within(axes[0], trial.x[a]) && within(axes[1], trial.x[b]));
    const opacity = inside.map((trial) => {
      const others = trial.away.filter((_, d) => d !== a && d !== b);
      return Math.min(1, Math.max(faintest, near / Math.max(trial.beyond, ...others)));
    });
    return { ...trace, x: inside.map((t) => t.x[a]), y: inside.map((t) => t.x[b]), customdata: inside.map((t) => t.number),
      text: inside.map((t) => t.words), marker: { ...trace.marker, opacity } };
  }

  // The template with what another pair shows.
  function composed() {
    const [a, b] = chosen;
    if (a === 0 && b === 1) return template;
    const figure = structuredClone(template);
    const axes = [data.parameters[a], data.parameters[b]];
    if (a === 1 && b === 0) return swapped(figure, axes);
    const pair = pairOf(a, b);
    const make = {
      value: (trace) => landscape(trace, pair, pair.mean, axes),
      robust: (trace) => landscape(trace, pair, pair.robust, axes),
      limit: (trace) => ({ ...trace, x: axes[0].values, y: axes[1].values, z: pair.mean }),
      'robust-limit': (trace) => ({ ...trace, x: axes[0].values, y: axes[1].values, z: pair.robust }),
      observations: (trace) => dots(trace, false, chosen),
      failures: (trace) => dots(trace, true, chosen),
      region: (trace) => ({ ...trace, x: pair.region[0], y: pair.region[1] }),
      single: (trace) => ({ ...trace, x: [axes[0].single], y: [axes[1].single] }),
      centre: (trace) => ({ ...trace, x: [axes[0].centre], y: [axes[1].centre] }),
    };
    figure.data = figure.data.map((trace) => make[trace.meta]?.(trace) ?? trace);
    [figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax] = pair.colours;
    return withAxes(figure, axes);
  }

  // The pair of the template itself the other way round: as fine as it comes.
  function swapped(figure, axes) {
    for (const trace of figure.data) {
      [trace.x, trace.y] = [trace.y, trace.x];
      if (trace.z) {
        trace.z = transposed(trace.z);
        if (trace.hovertemplate) trace.hovertemplate = hover(trace, axes);
      }
    }
    return withAxes(figure, axes);
  }

  function withAxes(figure, axes) {
    const own = ['title', 'range', 'type', 'tickvals', 'ticktext', 'nticks'];
    for (const [key, axis] of Object.entries(figure.layout)) {
      const which = /^([xy])axis\d*$/.exec(key)?.[1];
      if (!which) continue;
      for (const name of own) delete axis[name];
      Object.assign(axis, structuredClone(axes[which === 'x' ? 0 : 1].axis));
    }
    return figure;
  }

  function show() {
    const figure = composed();
    const names = chosen.map((place) => data.parameters[place].name);
    const div = document.getElementById(id);
    const title = div.closest('figure')?.querySelector('figcaption strong');
    if (title) title.textContent = names.join(' and ');
    div.dataset.pair = names.join(' and ');
    // What was zoomed belongs to other parameters.
    figure.layout.uirevision = names.join('\u0000');
    plainSet(id, figure);
  }

  function choose(which, place) {
    const other = 1 - which;
    // The same one twice would be no pair: they change places.
    if (chosen[other] === place) chosen[other] = chosen[which];
    chosen[which] = place;
    for (const [i, select] of selects.entries()) select.value = String(chosen[i]);
    window.sweetspot.keep('pair', isFirst() ? null : chosen.map((at) => data.parameters[at].name));
    show();
  }

  function take(given) {
    const names = data && chosen.map((place) => data.parameters[place].name);
    data = given;
    if (names) {
      const places = names.map((name) => data.parameters.findIndex((p) => p.name === name));
      const first = isFirst() ? [0, 1] : places;
      [chosen[0], chosen[1]] = first.includes(-1) ? [0, 1] : first;
    }
    for (const [i, select] of selects.entries()) {
      select.replaceChildren(...data.parameters.map((p, place) => new Option(p.name, String(place))));
      select.value = String(chosen[i]);
    }
  }
  const isFirst = () => chosen[0] === 0 && chosen[1] === 1;

  window.sweetspot.setFigure = (name, figure) => {
    if (name !== id) return plainSet(name, figure);
    template = figure;
    show();
  };
  window.sweetspot.onData('pairs', take);
  const before = (window.sweetspot.kept('pair') ?? []).map((name) => data.parameters.findIndex((p) => p.name === name));
  if (before.length === 2 && !before.includes(-1)) {
    [chosen[0], chosen[1]] = before;
    for (const [i, select] of selects.entries()) select.value = String(chosen[i]);
    show();
  }
})();
