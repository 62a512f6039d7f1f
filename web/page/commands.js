// Buttons that copy the command beside them. window.sweetspot.setCommands(list, items) replaces the commands of a list;
// window.sweetspot.setData(id, data) hands new data to the script that works with them, which says so by
// window.sweetspot.onData(id, take), and is given those of the page at once. window.sweetspot.keep(what, value) and
// window.sweetspot.kept(what) remember what the reader has chosen when a live page has to be loaded anew.
'use strict';
window.sweetspot = window.sweetspot || {};
(() => {
  const takers = new Map();
  window.sweetspot.onData = (id, take) => {
    const script = document.getElementById(`data-${id}`);
    if (!script) return;
    takers.set(id, take);
    take(JSON.parse(script.textContent));
  };
  window.sweetspot.setData = (id, data) => takers.get(id)?.(data);

  const key = (what) => `sweetspot ${what} ${location.pathname}`;
  const isLive = document.getElementById('live') !== null;
  window.sweetspot.keep = (what, value) => { if (isLive) sessionStorage.setItem(key(what), JSON.stringify(value)); };
  window.sweetspot.kept = (what) => (isLive ? JSON.parse(sessionStorage.getItem(key(what))) : null);

  // Pages of other machines without encryption have no clipboard of their own.
  async function copy(code) {
    if (navigator.clipboard) {
      try {
        return await navigator.clipboard.writeText(code.textContent);
      } catch { /* refused: the old way */ }
    }
    getSelection().selectAllChildren(code);
    if (!document.execCommand('copy')) throw new Error('refused');
    getSelection().removeAllRanges();
  }
  async function answer(button) {
    const code = button.parentElement.querySelector('code');
    try {
      await copy(code);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  }
  document.addEventListener('click', (event) => {
    const button = event.target.closest?.('.command .copy');
    if (button) answer(button);
  });
  const show = (root) => root.querySelectorAll('.command .copy').forEach((button) => { button.hidden = false; });
  show(document);

  window.sweetspot.setCommands = (list, items) => {
    const old = [...list.querySelectorAll('li')];
    const same = old.length === items.length && items.every((item, i) =>
      old[i].querySelector('p').textContent === item.words && old[i].querySelector('code').textContent === item.command);
    if (same) return;  // so that nobody's focus is lost
    const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
    list.replaceChildren(...items.map((item) => {
      const line = make('div', { className: 'command' });
      line.append(make('code', { textContent: item.command }),
        make('button', { type: 'button', className: 'copy', textContent: 'Copy' }));
      const li = make('li', {});
      li.append(make('p', { textContent: item.words }), line);
      return li;
    }));
  };
})();
