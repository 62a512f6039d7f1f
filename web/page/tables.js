// Fills every .data-table from the JSON beside it: a page of rows at a time, search, sort, download.
// window.sweetspot.setTable(id, {columns, rows}) replaces the rows of one and keeps what the reader has searched and
// sorted; window.sweetspot.tableOf(id) is the table itself, with its data; window.sweetspot.csvOf(data) is the text that
// is downloaded.
'use strict';
window.sweetspot = window.sweetspot || {};
(() => {
  const rowsAtOnce = 50;
  const rowsOnPaper = 2000;
  const most = 12;  // columns; more are set small on paper
  const known = new Map();

  // Numbers are rounded for the eye; the file has every digit.
  const shown = (cell) => {
    if (cell === null) return '';
    return typeof cell === 'number' ? window.sweetspot.numberText(cell, 6) : String(cell);
  };
  // Found as it is shown and as it is in the file.
  const searched = (cell) => `${shown(cell)}\u0000${cell ?? ''}`;
  // A spreadsheet takes a text that begins so for a formula, and would compute it.
  const harmless = (cell) => (typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell));
  const quoted = (cell) => {
    const text = cell === null ? '' : harmless(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const csvOf = (data) => [data.columns.map((column) => column.name), ...data.rows]
    .map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

  const compare = (a, b) => (typeof a === 'number' ? a - b : a < b ? -1 : a > b ? 1 : 0);
  // Empty cells come last, whichever way it is sorted.
  const ordered = (rows, column, sign) => [...rows].sort((a, b) => {
    const x = a[column] === '' ? null : a[column];
    const y = b[column] === '' ? null : b[column];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * compare(x, y);
  });

  class DataTable {
    constructor(root) {
      this.root = root;
      this.find = (selector) => root.querySelector(selector);
      this.search = this.find('input');
      this.headers = [...root.querySelectorAll('th')];
      if (this.headers.length > most) this.find('table').classList.add('many');
      this.from = 0;
      this.column = -1;
      this.sign = 1;
      this.search.addEventListener('input', () => this.choose());
      this.find('.download').addEventListener('click', () => this.download());
      this.find('.previous').addEventListener('click', () => this.turn(-rowsAtOnce));
      this.find('.next').addEventListener('click', () => this.turn(rowsAtOnce));
      for (const [i, th] of this.headers.entries()) th.firstChild.addEventListener('click', () => this.sortBy(i));
      this.set(JSON.parse(document.getElementById(`data-${root.id}`).textContent));
    }
    set(data) {
      this.data = data;
      this.texts = null;  // made when somebody searches
      const from = this.from;
      this.choose();
      if (from < this.rows.length) this.from = from;
      this.show();
    }
    choose() {
      const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
      if (words.length > 0) this.texts ??= this.data.rows.map((row) => row.map(searched).join('\u0000').toLowerCase());
      this.rows = this.data.rows.filter((_row, i) => words.every((word) => this.texts[i].includes(word)));
      if (this.column >= 0) this.rows = ordered(this.rows, this.column, this.sign);
      this.from = 0;
      this.show();
    }
    sortBy(column) {
      this.sign = this.column === column ? -this.sign : 1;
      this.column = column;
      this.headers.forEach((th, i) => {
        if (i === column) th.setAttribute('aria-sort', this.sign > 0 ? 'ascending' : 'descending');
        else th.removeAttribute('aria-sort');
      });
      this.choose();
    }
    turn(by) {
      this.from = Math.max(0, this.from + by);
      this.show();
    }
    show() {
      const printed = window.sweetspot.isPrinted();
      const isTight = printed && this.headers.length > most;  // as many digits as the sheet has room for
      const from = printed ? 0 : this.from;
      const part = this.rows.slice(from, from + (printed ? rowsOnPaper : rowsAtOnce));
      this.find('tbody').replaceChildren(...part.map((row) => {
        const tr = document.createElement('tr');
        tr.append(...row.map((cell, i) => {
          const td = document.createElement('td');
          td.textContent = isTight && typeof cell === 'number' ? String(Number(cell.toPrecision(4))) : shown(cell);
          if (this.data.columns[i].kind === 'number') td.className = 'number';
          return td;
        }));
        return tr;
      }));
      const all = this.data.rows.length;
      const found = this.rows.length;
      const of = found === all ? String(all) : `${found} found of ${all}`;
      this.find('.range').textContent = found === 0 ? `none found of ${all}`
        : `rows ${from + 1} to ${from + part.length} of ${of}`;
      const isCut = printed && found > part.length;
      this.root.classList.toggle('cut', isCut);
      if (isCut) this.find('.range').textContent += '; all of them are in the page itself, and "sweetspot trials" prints them';
      this.find('.previous').disabled = this.from === 0;
      this.find('.next').disabled = this.from + rowsAtOnce >= found;
    }
    // The page of the row whose first cell is this; a search that hides it is given up.
    reveal(value) {
      const place = () => this.rows.findIndex((row) => row[0] === value);
      if (place() < 0 && this.data.rows.some((row) => row[0] === value)) {
        this.search.value = '';
        this.choose();
      }
      if (place() < 0) return;
      this.from = place() - place() % rowsAtOnce;
      this.show();
    }
    download() {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([csvOf(this.data)], { type: 'text/csv;charset=utf-8' }));
      link.download = `${this.root.id}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }
  }

  for (const root of document.querySelectorAll('.data-table')) known.set(root.id, new DataTable(root));
  window.sweetspot.onLook(() => { for (const table of known.values()) table.show(); });
  window.sweetspot.setTable = (id, data) => known.get(id).set(data);
  window.sweetspot.tableOf = (id) => known.get(id);
  window.sweetspot.csvOf = csvOf;
})();
