// node check_ask.mjs PAGE.html | http://…: uses the part "Ask" of a report, or of a live page, by keyboard and mouse, on
// a desktop in light and a phone in dark: sliders move what is shown, the limit is drawn, several moved tolerances are
// refused in a file and answered live, the way back leads back, print shows the study's own. Fails with a sentence per
// trouble; prints what it saw as JSON.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { launch } from './browser.mjs';

const [place] = process.argv.slice(2);
const isLive = place.startsWith('http');
const address = isLive ? place : pathToFileURL(resolve(place)).href;
const screens = [
  { name: 'desktop, light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'phone, dark', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
];

// What the part shows at this moment.
const look = () => {
  const root = document.getElementById('ask');
  const ask = window.sweetspot.asks.get('ask');
  const data = (id) => document.getElementById(id).data;
  const limitOf = (id) => {
    const shape = document.getElementById(id).layout.shapes.at(-1);
    return shape.visible === false ? null : shape.x0 === shape.x1 ? shape.x0 : shape.y0;
  };
  return {
    shown: root.dataset.shown,
    worst: ask.answer.robust.worst.value,
    cells: [...root.querySelectorAll('tbody tr')].map((tr) => [...tr.children].map((cell) => cell.textContent)),
    note: root.querySelector('.note').textContent,
    words: root.querySelector('.words').textContent,
    command: root.querySelector('code').textContent,
    texts: [...root.querySelectorAll('input[type=range]')].map((input) => input.getAttribute('aria-valuetext')),
    labels: [...root.querySelectorAll('input, select')].map((input) => input.labels.length),
    violin: data('ask-spread').find((trace) => trace.meta === 'violin robust').y.at(-1),
    bar: data('ask-region').find((trace) => trace.meta === 'now').x.map((x) => Math.round(1e4 * x) / 1e4),
    limits: [limitOf('ask-spread'), limitOf('ask-within')],
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
  };
};

async function use(page, troubles) {
  const seen = {};
  const demand = (is, sentence) => { if (!is) troubles.push(sentence); };
  // Answered, drawn, and the sentence read.
  const rest = async () => {
    const isAnswered = () => {
      const ask = window.sweetspot.asks.get('ask');
      return !ask.frame && !ask.waiting;
    };
    await page.waitForFunction(isAnswered);
    await page.waitForTimeout(400);
    await page.waitForFunction(() => window.sweetspot.asks.get('ask').stale.length === 0);
    return page.evaluate(look);
  };
  const slide = (id, value) => page.evaluate(([name, to]) => {
    const input = document.getElementById(name);
    input.value = to;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, [id, String(value)]);

  seen.own = await rest();
  demand(seen.own.shown === 'exact', 'the study\'s own answer is not there');
  demand(seen.own.labels.every((count) => count === 1), 'a control has no label');
  demand(seen.own.content <= seen.own.width, `the page is ${seen.own.content} wide on a screen of ${seen.own.width}`);

  const first = page.locator('.ask input[type=range]').nth(1);
  await first.focus();
  for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowRight');
  seen.moved = await rest();
  demand(seen.moved.texts[1].includes('1.2 ×'), `four steps by keyboard lead to ${seen.moved.texts[1]}`);
  demand(seen.moved.worst !== seen.own.worst && seen.moved.cells[0][1] !== seen.own.cells[0][1], 'the worst case stays');
  demand(seen.moved.violin !== seen.own.violin, 'the violin stays');
  demand(seen.moved.bar[0] > seen.own.bar[0], 'the region does not grow');
  demand(seen.moved.command.includes('--tolerance') && seen.moved.command.includes('--at'), `the command is ${seen.moved.command}`);
  demand(isLive || seen.moved.note.includes('Interpolated between'), `it does not say that it interpolates: ${seen.moved.note}`);
  demand(seen.moved.note.includes('at the study\'s own centre'), 'it does not say at which centre');

  const second = await page.locator('.ask input[type=range]').nth(2).getAttribute('id');
  await slide(second, 0.5);
  seen.both = await rest();
  demand(seen.both.shown === (isLive ? 'exact' : 'refused'), `two moved tolerances are ${seen.both.shown}`);
  demand(seen.both.command.split('--tolerance').length === 3, 'the command lacks a tolerance');

  await slide('ask-all', 1.5);
  seen.all = await rest();
  demand(seen.all.shown === 'exact' && seen.all.worst > seen.own.worst, 'all tolerances half as large again are no worse');
  await page.selectOption('#ask-centre', 'best');
  seen.best = await rest();
  demand(seen.best.shown === 'exact' && seen.best.note.includes('at the best centre'), `the best centre: ${seen.best.note}${seen.best.words}`);
  demand(seen.best.worst <= seen.all.worst + 1e-9, 'the best centre is worse than the study\'s');

  await page.locator('.ask button', { hasText: 'Back' }).click();
  seen.back = await rest();
  demand(JSON.stringify(seen.back) === JSON.stringify(seen.own), 'the way back does not lead back');

  const limit = Number(seen.own.worst.toPrecision(3));
  await page.fill('#ask-limit', String(limit));
  seen.limited = await rest();
  demand(seen.limited.limits.every((at) => at === limit), `the limit is drawn at ${seen.limited.limits}`);
  demand(/of the builds are within/.test(seen.limited.words), `the share is not told: ${seen.limited.words}`);

  await slide('ask-all', 0.5);
  await rest();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  seen.print = await page.evaluate(look);
  demand(!await page.locator('.ask fieldset').isVisible(), 'print shows the sliders');
  demand(seen.print.violin === seen.own.violin, `print shows ${seen.print.violin}, the study's own is ${seen.own.violin}`);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));

  // How long the page is busy with one move of a slider.
  seen.move_ms = await page.evaluate(async () => {
    const ask = window.sweetspot.asks.get('ask');
    const times = [];
    for (let i = 0; i < 10; ++i) {
      for (const d of ask.tolerant) ask.state.factors[d] = 1.05 + 0.05 * i;
      const start = performance.now();
      ask.label();
      ask.ask();
      times.push(performance.now() - start);
      await new Promise((done) => setTimeout(done, 30));
    }
    return times.sort((a, b) => a - b)[5];
  });
  return seen;
}

const browser = await launch();
const report = {};
const complaints = [];
try {
  for (const { name, ...options } of screens) {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(60_000);
    const troubles = [];
    page.on('console', (message) => { if (message.type() === 'error') troubles.push(`console: ${message.text()}`); });
    page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(address) && !url.startsWith('data:') && !url.startsWith('blob:')) troubles.push(`request: ${url}`);
    });
    await page.goto(`${address}?all`);
    await page.waitForFunction(() => [...document.querySelectorAll('.plot')].every((div) => div.dataset.drawn === 'true'));
    report[name] = await use(page, troubles);
    complaints.push(...troubles.map((sentence) => `${name}: ${sentence}`));
    if (process.env.PICTURES) {
      await page.evaluate(() => document.getElementById('ask').parentElement.scrollIntoView());
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${process.env.PICTURES}/ask-${name.split(',')[0]}.png` });
    }
    await page.context().close();
  }
} finally {
  await browser.close();
}
for (const sentence of complaints) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = complaints.length > 0 ? 1 : 0;
