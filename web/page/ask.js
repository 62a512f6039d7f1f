// "Ask": sliders for the tolerances, choices of region shape, measure and centre, a limit; what comes out moves with
// them. On a live page every question goes to the server; a page in a file answers from the grid it was made with, says
// where it interpolates, and refuses what it does not have. window.sweetspot.setAsk(id, data) renews the study's part.
'use strict';
window.sweetspot = window.sweetspot || {};
(() => {
  const restsAfter = 350;  // milliseconds without a change: then it is read aloud
  const shapes = [['2', 'ellipsoid: deviations together'], ['inf', 'box: each on its own'], ['1', 'diamond: they add up']];
  const isLive = document.getElementById('live') !== null;
  const token = new URLSearchParams(location.search).get('token');
  const client = Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => b.toString(16).padStart(2, '0')).join('');
  const known = new Map();

  // Numbers as everywhere on the page.
  const digits = (value, n) => String(Number(value.toPrecision(n))).replace('-', '−');
  const shown = (value) => window.sweetspot.numberText(value);
  // With as many digits as its interval justifies.
  const within = ({ value, lower, upper }) => window.sweetspot.numberTextWithin(value, (upper - lower) / 2);
  const range = (estimate) => (window.sweetspot.intervalText
    ?? ((lower, upper) => `${digits(lower, 4)} … ${digits(upper, 4)}`))(estimate.lower, estimate.upper);
  const percent = (share) => `${digits(100 * share, 3)} %`;
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // Between two answers of the grid; words are those of the first.
  const between = (a, b, t) => {
    if (typeof a === 'number' && typeof b === 'number') return a + t * (b - a);
    if (typeof a === 'boolean') return a && b;
    if (a === null || b === null || typeof a !== 'object') return a;
    if (Array.isArray(a)) return a.map((part, i) => between(part, b[i], t));
    return Object.fromEntries(Object.entries(a).map(([key, part]) => [key, between(part, b[key], t)]));
  };

  // The share within a limit from a curve; outside of it only an end is known.
  function shareOf(answer, side, limit) {
    if (side.yield && answer.limit === limit) return { ...side.yield, how: '' };
    const last = side.curve.share.length - 1;
    const at = (limit - answer.limits.from) / (answer.limits.to - answer.limits.from) * last;
    const k = Math.min(last - 1, Math.max(0, Math.floor(at)));
    const t = Math.min(1, Math.max(0, at - k));
    const read = (values) => values[k] + t * (values[k + 1] - values[k]);
    const how = at < 0 ? 'at most' : at > last ? 'at least' : 'about';
    return { value: read(side.curve.share), lower: read(side.curve.lower), upper: read(side.curve.upper), how };
  }

  const quoted = (word) => /^[\w\-=.,/%+:@]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

  class Ask {
    constructor(root) {
      this.root = root;
      this.figures = new Map();
      this.asked = 0;      // questions so far; only the newest answer counts
      this.waiting = false;
      this.stale = [];      // figures that show an older answer, the oldest first
      this.drawing = null;
      this.wantsAll = false;
      this.set(JSON.parse(document.getElementById(`data-${root.id}`).textContent));
      addEventListener('beforeprint', () => this.drawForPrint());
      addEventListener('afterprint', () => this.ask());
    }

    set(data) {
      const first = this.data === undefined;
      const same = !first && JSON.stringify(data.parameters) === JSON.stringify(this.data.parameters);
      this.data = data;
      this.tolerant = data.parameters.flatMap((p, d) => (p.tolerance > 0 ? [d] : []));
      if (!same) {
        this.state = this.ownState();
        this.build();
      }
      this.sync();
      // The figures are drawn already.
      if (first) this.drawn = [data.own, data.limit];
      if (first) this.showAnswer(data.own, '');
      else this.ask();
    }

    ownState() {
      return { factors: this.data.parameters.map(() => 1), norm: this.data.norm, measure: this.data.measure.name,
        limit: this.data.limit, centre: 'study' };
    }

    // --- controls ---
    build() {
      const { data } = this;
      const id = (name) => `${this.root.id}-${name}`;
      const slider = (name, label, input) => {
        const range = make('input', { type: 'range', min: '0', max: '2', step: '0.05', value: '1', id: id(name) });
        range.addEventListener('input', () => input(Number(range.value)));
        const value = make('output', { className: 'value', htmlFor: id(name) });
        return { range, value, row: make('div', { className: 'slider' },
          make('label', { htmlFor: id(name), textContent: label }), range, value) };
      };
      this.all = slider('all', 'All together', (factor) => {
        for (const d of this.tolerant) this.state.factors[d] = factor;
        this.changed();
      });
      this.each = this.tolerant.map((d) => slider(`tolerance-${d + 1}`, data.parameters[d].label, (factor) => {
        this.state.factors[d] = factor;
        this.changed();
      }));
      const select = (name, options, set) => {
        const box = make('select', { id: id(name) });
        box.append(...options.map(([value, text]) => make('option', { value, textContent: text })));
        box.addEventListener('change', () => { set(box.value); this.changed(); });
        return box;
      };
      this.norm = select('norm', shapes, (value) => { this.state.norm = value; });
      this.measure = select('measure', data.measures.map((m) => [m.name, m.label]), (value) => { this.state.measure = value; });
      this.centre = select('centre', [['study', 'the study\'s'], ...(data.best_centre ? [['best', 'the best for these tolerances']] : [])],
        (value) => { this.state.centre = value; });
      this.limit = make('input', { type: 'number', step: 'any', id: id('limit'), autocomplete: 'off' });
      this.limit.addEventListener('input', () => {
        this.state.limit = this.limit.value === '' || !Number.isFinite(this.limit.valueAsNumber) ? null : this.limit.valueAsNumber;
        this.changed();
      });
      this.back = make('button', { type: 'button', textContent: 'Back to the study\'s own' });
      this.back.addEventListener('click', () => { this.state = this.ownState(); this.sync(); this.changed(); });
      const field = (label, element) => make('label', { htmlFor: element.id }, `${label} `, element);
      const unit = data.objective.unit ? ` in ${data.objective.unit}` : '';
      this.words = make('p', { className: 'words' });
      this.words.setAttribute('role', 'status');
      this.note = make('p', { className: 'note' });
      this.table = make('tbody');
      const heads = ['', 'robust centre', 'interval', 'with the study\'s own', 'best single point', 'interval'];
      const table = make('table', { className: 'outcome' }, make('caption', { textContent: 'What the model expects' }),
        make('thead', {}, make('tr', {}, ...heads.map((text) => Object.assign(make('th', { textContent: text }), { scope: 'col' })))),
        this.table);
      const scroll = make('div', { className: 'scroll', tabIndex: 0 }, table);
      scroll.setAttribute('role', 'region');
      scroll.setAttribute('aria-label', 'What the model expects');
      this.command = make('code');
      const copy = make('button', { type: 'button', textContent: 'Copy' });
      copy.addEventListener('click', () => this.copy(copy));
      this.root.replaceChildren(
        make('fieldset', { className: 'sliders' }, make('legend', { textContent: 'Tolerances, as a multiple of the study\'s' }),
          this.all.row, ...this.each.map((part) => part.row)),
        make('div', { className: 'choices' }, field('Region', this.norm), field('Measure', this.measure),
          field('Centre', this.centre), field(`Limit${unit}`, this.limit), this.back),
        this.words, this.note, scroll,
        make('p', { className: 'command' }, 'The same on the command line: ', this.command, ' ', copy));
    }

    // The controls as the state has them.
    sync() {
      this.norm.value = this.state.norm;
      this.measure.value = this.state.measure;
      this.centre.value = this.state.centre;
      if (this.limit !== document.activeElement) this.limit.value = this.state.limit ?? '';
      this.label();
    }

    toleranceText(d, factor) {
      const p = this.data.parameters[d];
      const amount = p.tolerance * factor;
      return p.share ? `± ${shown(100 * amount)} %` : `± ${shown(amount)}${p.unit ? ` ${p.unit}` : ''}`;
    }

    label() {
      const say = (part, factor, text) => {
        if (factor !== null) part.range.value = String(factor);
        part.value.textContent = text;
        part.range.setAttribute('aria-valuetext', text);
      };
      for (const [i, d] of this.tolerant.entries()) {
        const factor = this.state.factors[d];
        say(this.each[i], factor, `${this.toleranceText(d, factor)}, ${digits(factor, 3)} ×`);
      }
      const factor = this.commonFactor();
      say(this.all, factor, factor === null ? 'different' : `${digits(factor, 3)} ×`);
      this.command.textContent = this.commandText();
      this.back.disabled = this.isOwn();
    }

    commonFactor() {
      const factors = new Set(this.tolerant.map((d) => this.state.factors[d]));
      return factors.size === 1 ? [...factors][0] : null;
    }

    isOwn() {
      return JSON.stringify(this.state) === JSON.stringify(this.ownState());
    }

    commandText() {
      const { data, state } = this;
      const words = ['sweetspot best', quoted(data.file)];
      for (const d of this.tolerant) {
        if (state.factors[d] === 1) continue;
        const p = data.parameters[d];
        const amount = String(Number((state.factors[d] * p.tolerance * (p.share ? 100 : 1)).toPrecision(6)));
        words.push('--tolerance', quoted(`${p.name}=${amount}${p.share ? '%' : ''}`));
      }
      if (state.norm !== data.norm) words.push('--norm', state.norm);
      if (state.measure !== data.measure.name) words.push('--measure', quoted(state.measure));
      if (state.limit !== null && state.limit !== data.limit) words.push('--limit', String(state.limit));
      if (state.centre === 'study' && !this.isOwn()) words.push('--at', quoted(data.design));
      return words.join(' ');
    }

    async copy(button) {
      const text = this.command.textContent;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // Without the right to the clipboard, as in a file: by what is selected.
        getSelection().selectAllChildren(this.command);
        document.execCommand('copy');
      }
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    }

    // --- questions ---
    // However fast a slider moves, once per picture of the screen.
    changed() {
      this.label();
      if (this.frame) return;
      this.frame = requestAnimationFrame(() => {
        this.frame = null;
        this.ask();
      });
    }

    ask() {
      if (this.isOwn()) {
        ++this.asked;
        return this.showAnswer(this.data.own, '');
      }
      if (isLive) return this.askServer();
      const found = this.fromGrid();
      return found.answer ? this.showAnswer(found.answer, found.note) : this.refuse(found.note);
    }

    address() {
      const { state, data } = this;
      const words = new URLSearchParams({ client, norm: state.norm, measure: state.measure, centre: state.centre });
      for (const d of this.tolerant) {
        if (state.factors[d] !== 1) words.set(`factor.${data.parameters[d].name}`, String(state.factors[d]));
      }
      if (state.limit !== null) words.set('limit', String(state.limit));
      if (token) words.set('token', token);
      return `api/ask?${words}`;
    }

    // One question at a time; when its answer is there, the newest of those asked meanwhile.
    async askServer() {
      const number = ++this.asked;
      if (this.waiting) return;
      this.waiting = true;
      this.root.classList.add('waiting');
      try {
        const reply = await fetch(this.address(), { cache: 'no-store', signal: AbortSignal.timeout(60000) });
        const text = await reply.text();
        if (number === this.asked || reply.ok) {
          if (reply.ok) this.showAnswer(JSON.parse(text), '');
          else this.refuse(text.trim());
        }
      } catch (error) {
        this.refuse(`The server does not answer (${error.message}); the command below asks the same.`);
      }
      this.waiting = false;
      this.root.classList.remove('waiting');
      if (number !== this.asked) this.ask();
    }

    fromGrid() {
      const { state, data } = this;
      const none = (why) => ({ answer: null, note: `${why} The command below asks exactly this.` });
      const moved = this.tolerant.filter((d) => state.factors[d] !== 1);
      const common = this.commonFactor();
      if (common === null && moved.length > 1) {
        return none('This page is a file: it has answers for one tolerance at a time and for all together, not for this combination.');
      }
      const parameter = common === null ? moved[0] : null;
      const factor = common === null ? state.factors[moved[0]] : common;
      const line = data.grid.find((one) => one.norm === state.norm && one.measure === state.measure &&
        one.centre === state.centre && one.parameter === parameter);
      const ownLine = state.norm === data.norm && state.measure === data.measure.name && factor === 1;
      if (ownLine) return { answer: data.own, note: '' };
      if (!line) return none('This page is a file and has no answer to this choice of region, measure and centre.');
      const at = line.factors.indexOf(factor);
      if (at >= 0) {
        return line.answers[at] ? { answer: line.answers[at], note: '' }
          : none('A region of this size fits in the bounds nowhere.');
      }
      const above = line.factors.findIndex((one) => one > factor);
      const below = above - 1;
      if (above < 1 || !line.answers[below] || !line.answers[above]) return none('A region of this size may fit in the bounds nowhere.');
      const [a, b] = [line.factors[below], line.factors[above]];
      return { answer: between(line.answers[below], line.answers[above], (factor - a) / (b - a)),
        note: `Interpolated between the answers for ${digits(a, 3)} and ${digits(b, 3)} times the study's tolerance.` };
    }

    // --- what is shown ---
    refuse(sentence) {
      clearTimeout(this.rest);
      this.drawNext(true);
      this.words.textContent = sentence;
      this.note.textContent = '';
      this.table.replaceChildren();
      this.root.dataset.shown = 'refused';
    }

    showAnswer(answer, note) {
      this.answer = answer;
      this.draw(answer, this.state.limit);
      this.fill(answer);
      const centre = this.state.centre === 'best' ? 'at the best centre for these tolerances' : 'at the study\'s own centre';
      const reach = answer.robust.fits ? '' : ' Its region reaches beyond the bounds; only what lies inside counts.';
      this.note.textContent = `The robust centre's numbers are ${centre}.${reach}${note ? ` ${note}` : ''}`;
      this.root.dataset.shown = note ? 'interpolated' : 'exact';
      clearTimeout(this.rest);
      this.rest = setTimeout(() => {
        this.words.textContent = this.sentence(answer);
        this.drawNext(true);
      }, restsAfter);
    }

    withUnit(value) {
      return this.unitAfter(shown(value));
    }

    unitAfter(text) {
      const { unit } = this.data.objective;
      return unit ? `${text} ${unit}` : text;
    }

    sentence(answer) {
      const cost = answer.price.value;
      const saved = -answer.price.worst;
      const { own } = this.data;
      const before = answer.measure.name === own.measure.name && answer !== own
        ? `; to the study's own question it is ${shownMeasure(this, own, own.robust.measure)}` : '';
      const parts = [`The ${answer.measure.label} is ${shownMeasure(this, answer, answer.robust.measure)}${before}.`];
      if (answer.measure.label !== 'worst case') parts.push(`The worst case is ${this.unitAfter(within(answer.robust.worst))}.`);
      if (this.state.limit !== null) {
        const share = shareOf(answer, answer.robust, this.state.limit);
        parts.push(`${share.how ? `${share.how[0].toUpperCase()}${share.how.slice(1)} ` : ''}${percent(share.value)} of the builds ` +
          `are within ${this.withUnit(this.state.limit)} (${percent(share.lower)} to ${percent(share.upper)}).`);
      }
      parts.push(`Robustness costs ${cost > 0 ? this.withUnit(cost) : 'nothing'} at the point itself and saves ` +
        `${saved > 0 ? this.unitAfter(window.sweetspot.numberText(saved, 2)) : 'nothing'} in the worst case.`);
      return parts.join(' ');
    }

    fill(answer) {
      const { own } = this.data;
      const { limit } = this.state;
      const row = (name, of) => {
        const [robust, before, single] = [of(answer, answer.robust), of(own, own.robust), of(answer, answer.single)];
        return [name, robust.text, robust.interval, before.text, single.text, single.interval];
      };
      const plain = (estimate) => ({ text: within(estimate), interval: range(estimate) });
      const ofMeasure = (a, { value, lower, upper }) => (a.measure.share
        ? { text: percent(1 - value), interval: `${percent(1 - upper)} … ${percent(1 - lower)}` }
        : plain({ value, lower, upper }));
      const rows = [row('worst case', (_a, side) => plain(side.worst))];
      if (answer.measure.label !== 'worst case') {
        rows.push(row(answer.measure.label, (a, side) => (a.measure.name === answer.measure.name
          ? ofMeasure(a, side.measure) : { text: '–', interval: '' })));
      }
      if (limit !== null) {
        rows.push(row(`share within ${shown(limit)}`, (a, side) => {
          const share = shareOf(a, side, limit);
          return { text: `${share.how ? `${share.how} ` : ''}${percent(share.value)}`, interval: `${percent(share.lower)} … ${percent(share.upper)}` };
        }));
      }
      rows.push(row('value at the point itself', (_a, side) => ({ text: shown(side.measured ?? side.value),
        interval: side.measured === null ? 'expected' : 'measured' })));
      for (const d of this.tolerant) {
        const p = this.data.parameters[d];
        rows.push(row(`built ${p.label}${p.unit ? ` in ${p.unit}` : ''}`, (_a, side) =>
          ({ text: `${digits(side.lower[d], 4)} … ${digits(side.upper[d], 4)}`, interval: '' })));
      }
      this.table.replaceChildren(...rows.map((cells) => make('tr', {}, ...cells.map((text, i) =>
        (i === 0 ? Object.assign(make('th', { textContent: text }), { scope: 'row' }) : make('td', { textContent: text }))))));
    }

    // --- figures ---
    figure(name) {
      const id = `${this.root.id}-${name}`;
      if (!this.figures.has(id)) {
        const script = document.getElementById(`data-${id}`);
        this.figures.set(id, script && JSON.parse(script.textContent));
      }
      return this.figures.get(id) && { id, figure: structuredClone(this.figures.get(id)) };
    }

    // One figure for each picture of the screen, in turn, so that a slider never waits for all of them; those out of
    // sight when it rests.
    draw(answer, limit) {
      if (this.drawn[0] === answer && this.drawn[1] === limit) return;
      this.drawn = [answer, limit];
      this.stale = [...new Set([...this.stale, 'spread', 'within', 'region'])];
      this.drawNext(false);
    }

    drawNext(all) {
      this.wantsAll = all || (this.wantsAll && this.drawing !== null);
      this.drawing ??= requestAnimationFrame(() => {
        this.drawing = null;
        const next = this.stale.findIndex((name) => this.wantsAll || this.isSeen(name));
        if (next < 0) return;
        this.drawFigure(this.stale.splice(next, 1)[0]);
        if (this.stale.length > 0) this.drawNext(this.wantsAll);
      });
    }

    isSeen(name) {
      const box = document.getElementById(`${this.root.id}-${name}`)?.getBoundingClientRect();
      return box !== undefined && box.bottom > 0 && box.top < innerHeight;
    }

    // At once, as the study has it.
    drawForPrint() {
      this.drawn = [this.data.own, this.data.limit];
      for (const name of ['spread', 'within', 'region']) this.drawFigure(name);
      this.drawn = [null, null];
    }

    drawFigure(name) {
      const [answer, limit] = this.drawn;
      const sides = { robust: answer.robust, single: answer.single };
      const limits = answer.robust.curve.share.map((_s, k, all) =>
        answer.limits.from + k / (all.length - 1) * (answer.limits.to - answer.limits.from));
      const fill = {
        spread: (trace, [what, side]) => {
          if (what === 'violin') trace.y = sides[side].spread;
          if (what === 'value') trace.y = [answer.single.value, answer.robust.value];
          if (what === 'worst') trace.y = [answer.single.worst.value, answer.robust.worst.value];
          if (what === 'upper') trace.y = [answer.single.worst.upper, answer.robust.worst.upper];
        },
        within: (trace, [what, side]) => {
          const { curve } = sides[side];
          trace.x = what === 'band' ? [...limits, ...limits.toReversed()] : limits;
          trace.y = (what === 'band' ? [...curve.lower, ...curve.upper.toReversed()] : curve.share).map((s) => 100 * s);
        },
        region: (trace, [what]) => {
          if (what !== 'now') return;
          const places = this.places(answer.robust);
          trace.base = places.map((place) => place.from);
          trace.x = places.map((place) => place.to - place.from);
          trace.text = places.map((place) => place.text);
        },
      };
      const found = this.figure(name);
      if (!found) return;
      for (const trace of found.figure.data) fill[name](trace, trace.meta.split(' '));
      if (name !== 'region') this.drawLimit(found.figure, name, limit);
      window.sweetspot.setFigure(found.id, found.figure);
    }

    // The line of the limit is the figure's last shape, where there is one.
    drawLimit(figure, name, limit) {
      const shape = figure.layout.shapes.at(-1);
      shape.visible = limit !== null;
      if (limit === null) return;
      const axis = name === 'within' ? 'x' : 'y';
      shape[`${axis}0`] = limit;
      shape[`${axis}1`] = limit;
    }

    // Where in the range of each parameter the region lies, from 0 to 1 on the parameter's own scale.
    places(side) {
      return this.tolerant.map((d) => {
        const p = this.data.parameters[d];
        const scale = (x) => (p.log ? Math.log(x / p.lower) / Math.log(p.upper / p.lower) : (x - p.lower) / (p.upper - p.lower));
        return { from: scale(side.lower[d]), to: scale(side.upper[d]),
          text: `${digits(side.lower[d], 5)} … ${digits(side.upper[d], 5)}${p.unit ? ` ${p.unit}` : ''}` };
      });
    }
  }

  // A yield is made small as the share beyond the limit, and read as the share within it.
  function shownMeasure(ask, answer, estimate) {
    return answer.measure.share ? percent(1 - estimate.value) : ask.unitAfter(within(estimate));
  }

  for (const root of document.querySelectorAll('.ask')) known.set(root.id, new Ask(root));
  window.sweetspot.setAsk = (id, data) => known.get(id).set(data);
  window.sweetspot.asks = known;
})();
