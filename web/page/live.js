// Keeps the bar of a live page (live.html) and the page below it up to date.
'use strict';
(() => {
  const often = 2000;      // milliseconds
  const seldom = 15000;    // where nobody looks
  const bar = document.getElementById('live');
  const token = new URLSearchParams(location.search).get('token');
  let shown = Number(bar.dataset.revision);
  let away = false;

  const part = (selector) => bar.querySelector(selector);
  const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
  const duration = (seconds) => seconds < 90 ? `${Math.round(seconds)} s`
    : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;

  async function get(path) {
    const answer = await fetch(path + (token ? `?token=${encodeURIComponent(token)}` : ''),
      { cache: 'no-store', signal: AbortSignal.timeout(20000) });
    if (!answer.ok) throw new Error(`the server said ${answer.status}`);
    return answer.json();
  }

  function sentence(status) {
    const parts = [`${status.spent} of ${status.budget} evaluations`];
    if (status.running.length > 0) parts.push(count(status.running.length, 'is running', 'are running'));
    if (status.seconds_left !== null) parts.push(`about ${duration(status.seconds_left)} left`);
    if (status.ends && status.running.length === 0) parts.push(status.ends);
    if (status.trouble) parts.push(`trouble: ${status.trouble}`);
    return `${parts.join(', ')}.`;
  }

  function showRunning(status) {
    const box = part('.running');
    box.hidden = status.running.length === 0;
    box.querySelector('summary').textContent = `Running now: ${status.running.map((trial) => trial.number).join(', ')}`;
    box.querySelector('ul').replaceChildren(...status.running.map((trial) => make('li', 'Trial ' + trial.number +
      ', for ' + duration(Math.max(0, status.now - trial.since)) + ': ' +
      Object.entries(trial.params).map(([name, value]) => `${name} = ${typeof value === 'number' ? window.sweetspot.numberText(value) : value}`).join(', '))));
  }

  function showFailures(status) {
    const box = part('.failures');
    box.hidden = status.failures.length === 0;
    const failed = status.states.failed || 0;
    box.querySelector('summary').textContent = failed > 0 ? count(failed, 'trial has failed', 'trials have failed')
      : 'Failures that are retried';
    box.querySelector('div').replaceChildren(...status.failures.flatMap((failure) => [
      make('p', `Trial ${failure.number}: ${failure.reason}`),
      ...['stderr', 'stdout'].filter((stream) => failure[stream])
        .flatMap((stream) => [make('p', `${stream}:`), make('pre', failure[stream])]),
    ]));
  }

  function show(status) {
    part('.state').textContent = sentence(status);
    const progress = part('progress');
    progress.max = status.budget;
    progress.value = status.spent;
    document.title = `(${status.spent}/${status.budget}) ${status.name}`;
    showRunning(status);
    showFailures(status);
  }

  const captionOf = (figure) => figure.querySelector('figcaption:not(:first-child)');

  function updateFigure(element, figure) {
    element.querySelector('figcaption strong').textContent = figure.title;
    if (captionOf(element)) captionOf(element).textContent = figure.caption;
    window.sweetspot.setFigure(figure.id, figure.figure);
  }

  function updateTable(element, table) {
    const numbers = [...element.querySelectorAll('th')].map((th) => th.className);
    element.querySelectorAll('th').forEach((th, i) => { th.textContent = table.header[i]; });
    element.querySelector('tbody').replaceChildren(...table.rows.map((row) => {
      const tr = document.createElement('tr');
      tr.append(...row.map((cell, i) => Object.assign(make('td', cell), { className: numbers[i] || '' })));
      return tr;
    }));
  }

  // What the reader sees is made of the same parts in the same order; if not, the page is loaded anew.
  const holds = (element, figure) => element !== undefined && element.querySelector(`#${figure.id}`) !== null &&
    Boolean(captionOf(element)) === Boolean(figure.caption);
  const fits = (element, p) => element !== undefined && {
    'paragraph': () => element.tagName === 'P',
    'table': () => element.querySelectorAll('th').length === p.header.length,
    'figure': () => holds(element, p),
    'gallery': () => element.children.length === p.figures.length &&
      p.figures.every((figure, i) => holds(element.children[i], figure)),
    'card': () => element.className === 'card' && element.id === p.id,
    'ask': () => element.id === p.id,
    'data-table': () => element.id === p.id && element.querySelectorAll('th').length === p.columns.length,
    'commands': () => element.classList.contains('commands'),
    'data': () => element.id === p.id,
  }[p.kind]();

  function update(page) {
    const intro = document.querySelector('.intro');
    if (intro) intro.textContent = page.intro;
    window.sweetspot.setAlert(page.alert);
    const sections = [...document.querySelectorAll('main > section')].map((section) => [...section.children].slice(1));
    const same = sections.length === page.sections.length && page.sections.every((section, i) =>
      sections[i].length === section.parts.length && section.parts.every((p, k) => fits(sections[i][k], p)));
    if (!same) return location.reload();
    for (const [i, section] of page.sections.entries()) {
      const elements = sections[i];
      for (const [k, p] of section.parts.entries()) {
        if (p.kind === 'paragraph') elements[k].textContent = p.text;
        else if (p.kind === 'table') updateTable(elements[k], p);
        else if (p.kind === 'figure') updateFigure(elements[k], p);
        else if (p.kind === 'card') window.sweetspot.setCard(elements[k], p);
        else if (p.kind === 'data-table') window.sweetspot.setTable(p.id, p);
        else if (p.kind === 'ask') window.sweetspot.setAsk(p.id, p.data);
        else if (p.kind === 'commands') window.sweetspot.setCommands(elements[k], p.items);
        else if (p.kind === 'data') window.sweetspot.setData(p.id, p.data);
        else for (const [j, figure] of p.figures.entries()) updateFigure(elements[k].children[j], figure);
      }
    }
  }

  async function look() {
    timer = null;  // one look at a time
    try {
      const status = await get('api/status');
      show(status);
      if (away) bar.classList.remove('away');
      away = false;
      if (status.page_revision !== shown) {
        update(await get('api/page'));
        shown = status.page_revision;
        bar.dataset.revision = String(shown);
      }
    } catch (error) {
      away = true;
      bar.classList.add('away');
      part('.state').textContent = `The server does not answer (${error.message}); what you see may be old. Trying again …`;
    }
    timer = setTimeout(look, document.hidden ? seldom : often);
  }
  let timer = setTimeout(look, 0);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || timer === null) return;
    clearTimeout(timer);
    look();
  });
})();
