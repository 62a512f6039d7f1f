// Keeps the bar of a live page (live.html) and the page below it up to date.
'use strict';
(() => {
  const often = 2000;      // milliseconds
  const seldom = 15000;    // where nobody looks
  const bar = document.getElementById('live');
  const token = new URLSearchParams(location.search).get('token');
  const query = token ? `?token=${encodeURIComponent(token)}` : '';
  let shown = bar.dataset.tag;
  let away = false;
  let last = null;         // the last status, and when it came by this machine's clock
  let arrived = 0;

  const part = (selector) => bar.querySelector(selector);
  const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
  const duration = (seconds) => seconds < 90 ? `${Math.round(seconds)} s`
    : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;

  async function get(path) {
    const answer = await fetch(path + query, { cache: 'no-cache', signal: AbortSignal.timeout(20000) });
    if (!answer.ok) throw new Error(`the server said ${answer.status}`);
    return answer.json();
  }

  const isWaiting = (status) => Object.keys(status.states).length === 0;
  const hasEnded = (status) => Boolean(status.ends) && status.running.length === 0;

  function sentence(status) {
    if (isWaiting(status)) return 'Waiting for the first trial.';
    const parts = [`${status.done} of ${status.budget} done`];
    if (status.running.length > 0) parts.push(`${status.running.length} running`);
    const stale = status.states.stale || 0;
    if (stale > 0) parts.push(count(stale, 'was cut short: its run is gone', 'were cut short: their run is gone'));
    if (status.seconds_left !== null) parts.push(`about ${duration(status.seconds_left)} left`);
    return `${hasEnded(status) ? 'Ended: ' : ''}${parts.join(', ')}${hasEnded(status) ? `; ${status.ends}` : ''}.`;
  }

  function showTrouble(status) {
    const box = part('.trouble');
    const words = [status.file_trouble ? `The study file cannot be used as it is, so the one before is shown: ${status.file_trouble}` : '',
      status.trouble ? `Trouble: ${status.trouble}` : ''].filter((text) => text !== '').join(' ');
    box.hidden = words === '';
    if (box.textContent !== words) box.textContent = words;
  }

  // Between two looks the clock goes on here.
  const serverNow = () => last.now + (performance.now() - arrived) / 1000;
  const lineOf = (trial) => `Trial ${trial.number}, for ${duration(Math.max(0, serverNow() - trial.since))}: ${
    Object.entries(trial.params).map(([name, value]) =>
      `${name} = ${typeof value === 'number' ? window.sweetspot.numberText(value) : value}`).join(', ')}`;

  function showRunning() {
    const running = last ? last.running : [];
    const box = part('.running');
    box.hidden = running.length === 0;
    if (running.length === 0) return;
    const oldest = Math.min(...running.map((trial) => trial.since));
    box.querySelector('summary').textContent = `Running now: ${
      running.length === 1 ? 'trial' : 'trials'} ${running.map((trial) => trial.number).join(', ')}, ${
      running.length === 1 ? 'for' : 'the longest for'} ${duration(Math.max(0, serverNow() - oldest))}`;
    const list = box.querySelector('ul');
    while (list.children.length > running.length) list.lastChild.remove();
    while (list.children.length < running.length) list.append(make('li', ''));
    for (const [i, trial] of running.entries()) list.children[i].textContent = lineOf(trial);
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

  // Who wants to be told is told once, also when the page was loaded anew meanwhile.
  const button = part('.notify');
  const mayTell = 'Notification' in window && isSecureContext;
  const wish = `sweetspot-notice:${location.pathname}`;
  const wantsWord = () => mayTell && sessionStorage.getItem(wish) === 'yes';
  function setWish(wanted) {
    if (wanted) sessionStorage.setItem(wish, 'yes');
    else sessionStorage.removeItem(wish);
    showWish();
  }
  function showWish() {
    button.setAttribute('aria-pressed', String(wantsWord()));
    button.textContent = wantsWord() ? 'You will be told when it ends' : 'Tell me when it ends';
  }
  button.addEventListener('click', async () => setWish(!wantsWord() && await Notification.requestPermission() === 'granted'));
  showWish();

  function showEnd(status) {
    const ended = hasEnded(status);
    if (ended && wantsWord()) {
      new Notification(status.name, { body: sentence(status) });
      setWish(false);
    }
    bar.classList.toggle('ended', ended);
    button.hidden = ended || !mayTell;
    document.title = ended ? `Ended: ${status.name}`
      : isWaiting(status) ? `Waiting: ${status.name}` : `(${status.done}/${status.budget}) ${status.name}`;
  }

  function show(status) {
    const text = sentence(status);
    if (part('.state').textContent !== text) part('.state').textContent = text;
    const progress = part('progress');
    progress.max = status.budget;
    progress.value = status.done;
    showEnd(status);
    last = status;
    arrived = performance.now();
    showTrouble(status);
    showRunning();
    showFailures(status);
  }

  const captionOf = (figure) => figure.querySelector('figcaption:not(:first-child)');

  function updateFigure(element, figure) {
    element.querySelector('figcaption strong').textContent = figure.title;
    if (captionOf(element)) captionOf(element).textContent = figure.caption;
    element.querySelector('.plot').setAttribute('aria-label', figure.caption ? `${figure.title}. ${figure.caption}` : figure.title);
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
      if (status.page_tag !== shown) {
        update(await get('api/page'));
        shown = status.page_tag;
        bar.dataset.tag = shown;
      }
    } catch (error) {
      away = true;
      bar.classList.add('away');
      part('.state').textContent = `The server does not answer (${error.message}); what you see may be old. Trying again …`;
    }
    timer = setTimeout(look, document.hidden ? seldom : often);
  }
  let timer = setTimeout(look, 0);
  setInterval(() => { if (last && !away && !document.hidden) showRunning(); }, 1000);
  // What a link leads to is not hidden behind the bar.
  new ResizeObserver(() => {
    document.documentElement.style.scrollPaddingTop = `${bar.offsetHeight + 8}px`;
  }).observe(bar);
  for (const link of document.querySelectorAll('a[data-own]')) link.href += query;
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || timer === null) return;
    clearTimeout(timer);
    look();
  });
})();
