// Keeps the list of a server's studies (studies.html) up to date.
'use strict';
(() => {
  const often = 2000;      // milliseconds
  const seldom = 15000;    // where nobody looks
  const token = new URLSearchParams(location.search).get('token');
  const query = token ? `?token=${encodeURIComponent(token)}` : '';
  const state = document.querySelector('.state');
  const body = document.querySelector('#studies tbody');
  const names = [...document.querySelectorAll('#studies th')].map((th) => th.textContent);

  const make = (tag, text, className = '') => Object.assign(document.createElement(tag), { textContent: text, className });
  const ago = (seconds) => seconds < 5 ? 'now' : seconds < 90 ? `${Math.round(seconds)} s ago`
    : seconds < 5400 ? `${Math.round(seconds / 60)} min ago` : seconds < 129600 ? `${Math.round(seconds / 3600)} h ago`
    : new Date(Date.now() - 1000 * seconds).toISOString().slice(0, 10);

  function stateOf(study) {
    if (study.running > 0) return `${study.running} running`;
    if (study.ends) return `ended: ${study.ends}`;
    if (!study.begun) return 'waiting for the first trial';
    return study.stale > 0 ? `stopped: ${study.stale} cut short` : 'not running';
  }

  function answerOf(study) {
    if (!study.answer) return [];
    const { label, words, interval } = study.answer;
    return [make('span', words), document.createElement('br'), make('span', `${label}, ${interval}`, 'quiet')];
  }

  // Studies that are to be compared, by place, in the order in which they were chosen; who comes back finds them chosen.
  const memory = `sweetspot-compare:${location.pathname}`;
  const chosen = new Set(JSON.parse(sessionStorage.getItem(memory) || '[]'));
  const fewest = 2;
  const most = 8;
  const bar = document.querySelector('.compare');
  const isUsable = (study) => study.budget !== undefined;
  let listed = [];

  function showChoice() {
    const usable = new Set(listed.filter(isUsable).map((study) => study.place));
    const places = [...chosen].filter((place) => usable.has(place));
    const count = places.length;
    bar.hidden = usable.size < fewest;
    const words = count === 0 ? 'Choose 2 to 8 studies to see them side by side.'
      : count < fewest ? '1 study is chosen; choose another.'
      : count > most ? `${count} studies are chosen; at most ${most} can be compared.` : `${count} studies are chosen.`;
    const status = bar.querySelector('[role=status]');
    if (status.textContent !== words) status.textContent = words;
    const link = bar.querySelector('a');
    if (count >= fewest && count <= most) {
      const question = new URLSearchParams(places.map((place) => ['s', place]));
      if (token) question.append('token', token);
      link.href = `compare?${question}`;
      link.removeAttribute('aria-disabled');
    } else {
      link.removeAttribute('href');
      link.setAttribute('aria-disabled', 'true');
    }
  }

  // Rows stay the same elements, so that neither a press nor the focus is lost when the list is told again.
  const rows = new Map();
  function newRow(place) {
    const tr = document.createElement('tr');
    const cells = names.map((name) => {
      const td = document.createElement('td');
      td.dataset.name = name;
      return td;
    });
    cells[2].className = 'number';
    tr.append(...cells);
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: chosen.has(place) });
    box.addEventListener('change', () => {
      if (box.checked) chosen.add(place);
      else chosen.delete(place);
      sessionStorage.setItem(memory, JSON.stringify([...chosen]));
      showChoice();
    });
    return { tr, cells, box };
  }

  function fill(cell, ...content) {
    const fresh = document.createElement('td');
    fresh.append(...content);
    if (fresh.innerHTML !== cell.innerHTML) cell.replaceChildren(...fresh.childNodes);
  }

  function rowOf(study, now) {
    if (!rows.has(study.place)) rows.set(study.place, newRow(study.place));
    const { tr, cells, box } = rows.get(study.place);
    const usable = isUsable(study);
    const link = make('a', study.name);
    link.href = `s/${study.place.split('/').map(encodeURIComponent).join('/')}/${query}`;
    fill(cells[0], usable ? link : make('span', study.name), document.createElement('br'),
      make('span', study.description || study.place, 'quiet'));
    const trouble = study.trouble ? [make('p', study.trouble, 'trouble')] : [];
    const failed = study.failed > 0 ? [`, ${study.failed} failed`] : [];
    fill(cells[1], ...(usable ? [stateOf(study), ...failed] : []), ...trouble);
    fill(cells[2], ...(usable ? [`${study.done} of ${study.budget}`] : []));
    fill(cells[3], ...(usable ? answerOf(study) : []));
    fill(cells[4], ...(usable && study.changed > 0 ? [ago(now - study.changed)] : []));
    const namesakes = listed.filter((other) => other.name === study.name).length;
    box.setAttribute('aria-label', `compare ${study.name}${namesakes > 1 ? ` (${study.place})` : ''}`);
    if (usable !== cells[5].contains(box)) cells[5].replaceChildren(...(usable ? [box] : []));
    return tr;
  }

  function showRows(now) {
    const places = new Set(listed.map((study) => study.place));
    for (const place of [...rows.keys()]) if (!places.has(place)) rows.delete(place);
    const order = listed.map((study) => rowOf(study, now));
    if (order.length === body.children.length && order.every((tr, i) => tr === body.children[i])) return;
    const focused = document.activeElement;
    body.replaceChildren(...order);
    if (body.contains(focused)) focused.focus();
  }

  async function look() {
    try {
      const answer = await fetch(`api/studies${query}`, { cache: 'no-store', signal: AbortSignal.timeout(20000) });
      if (!answer.ok) throw new Error(`the server said ${answer.status}`);
      const { studies, now } = await answer.json();
      listed = studies;
      showRows(now);
      showChoice();
      const running = studies.filter((study) => study.running > 0).length;
      state.textContent = studies.length === 0 ? 'There is no study in this folder yet.'
        : `${studies.length} ${studies.length === 1 ? 'study' : 'studies'}, ${running} running.`;
      state.classList.remove('trouble');
    } catch (error) {
      state.textContent = `The server does not answer (${error.message}); what you see may be old. Trying again …`;
      state.classList.add('trouble');
    }
    setTimeout(look, document.hidden ? seldom : often);
  }
  look();
})();
