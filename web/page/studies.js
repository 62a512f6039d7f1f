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

  function rowOf(study, now) {
    const tr = document.createElement('tr');
    const cells = names.map((name) => {
      const td = document.createElement('td');
      td.dataset.name = name;
      return td;
    });
    const link = make('a', study.name);
    link.href = `s/${study.place.split('/').map(encodeURIComponent).join('/')}/${query}`;
    cells[0].append(study.budget === undefined ? make('span', study.name) : link, document.createElement('br'),
      make('span', study.description || study.place, 'quiet'));
    if (study.budget !== undefined) {
      cells[1].append(stateOf(study), ...(study.failed > 0 ? [`, ${study.failed} failed`] : []));
      cells[2].append(`${study.done} of ${study.budget}`);
      cells[2].className = 'number';
      cells[3].append(...answerOf(study));
      if (study.changed > 0) cells[4].append(ago(now - study.changed));
    }
    if (study.trouble) cells[1].append(make('p', study.trouble, 'trouble'));
    tr.append(...cells);
    return tr;
  }

  async function look() {
    try {
      const answer = await fetch(`api/studies${query}`, { cache: 'no-store', signal: AbortSignal.timeout(20000) });
      if (!answer.ok) throw new Error(`the server said ${answer.status}`);
      const { studies, now } = await answer.json();
      const kept = document.activeElement?.closest('#studies a')?.href;
      body.replaceChildren(...studies.map((study) => rowOf(study, now)));
      if (kept) [...body.querySelectorAll('a')].find((link) => link.href === kept)?.focus();
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
