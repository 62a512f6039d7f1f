// The answer's card and the alert above it: copying, and window.sweetspot.setCard(element, card) and setAlert(text),
// which show them anew from the page's data as src/page/page.cpp writes them.
'use strict';
window.sweetspot = window.sweetspot || {};
(() => {
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const fact = ({ name, value, note }) => make('div', {}, make('dt', {}, name),
    make('dd', {}, value, ...(note ? [' ', make('span', {}, note)] : [])));

  function table({ caption, header, rows, numbers }) {
    const look = (i) => (numbers[i] ? { class: 'number' } : {});
    const head = header.map((text, i) => make('th', { scope: 'col', ...look(i) }, text));
    const body = rows.map((row) => make('tr', {}, ...row.map((text, i) => make('td', look(i), text))));
    return make('table', {}, ...(caption ? [make('caption', {}, caption)] : []),
      make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...body));
  }

  const partsOf = (card) => [
    make('p', { class: `verdict ${card.tone}` }, make('strong', {}, card.verdict), ' ', make('span', {}, card.why)),
    make('dl', { class: 'large' }, fact(card.large)),
    ...(card.table.rows.length > 0 ? [table(card.table)] : []),
    make('dl', { class: 'facts' }, ...card.facts.map(fact)),
    make('p', { class: 'copies' }, ...card.copies.map(({ name, text }) =>
      make('button', { type: 'button', class: 'copy', 'data-copy': text, hidden: '' }, name)),
    make('span', { role: 'status' })),
  ];

  // Without a script there is nothing to press.
  const offerCopies = (card) => {
    for (const button of card.querySelectorAll('.copy')) button.hidden = false;
  };

  // A page that came from another machine without encryption has no clipboard; there the old way works.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = make('textarea', { readonly: '', 'aria-hidden': 'true' });
      area.value = text;
      document.body.append(area);
      area.select();
      const isDone = document.execCommand('copy');
      area.remove();
      return isDone;
    }
  }

  document.addEventListener('click', async (event) => {
    const button = event.target.closest('.card .copy');
    if (!button) return;
    const status = button.parentElement.querySelector('[role=status]');
    const isDone = await copy(button.dataset.copy);
    status.textContent = isDone ? 'Copied.' : `Copy this: ${button.dataset.copy}`;
  });

  window.sweetspot.setCard = (element, card) => {
    element.setAttribute('aria-label', card.name);
    element.replaceChildren(...partsOf(card));
    offerCopies(element);
  };
  window.sweetspot.setAlert = (text) => {
    const alert = document.getElementById('alert');
    if (alert.textContent !== text) alert.textContent = text;
    alert.hidden = text === '';
  };
  for (const card of document.querySelectorAll('.card')) offerCopies(card);
})();
