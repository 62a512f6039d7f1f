// node check_look.mjs PAGE.html: what a reader sees in dark, on a phone and on paper, with a sentence per trouble:
// figures follow the colour scheme and back, the tool bar covers no title and no legend, panels stand one below the
// other on a phone and no text of theirs is cut off, paper is white, has every row and no buttons, headings are not
// stranded, and boxes that scroll can be reached by keyboard. Prints what it saw as JSON.
import { launch, open } from './browser.mjs';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('check_look.mjs: give a page, e.g. node check_look.mjs report.html');
  process.exit(2);
}

const brightness = (colour) => colour.match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
// Colours behind and of the text of each figure, as they are painted.
const colours = () => [...document.querySelectorAll('.plot')].map((div) => ({
  id: div.id,
  paper: getComputedStyle(div.querySelector('.main-svg')).backgroundColor,
  box: getComputedStyle(div).backgroundColor,
  panels: [...div.querySelectorAll('.bglayer .bg')].map((rect) => getComputedStyle(rect).fill),
  words: [...div.querySelectorAll('.main-svg text')].slice(0, 40).map((text) => getComputedStyle(text).fill),
}));
const overlaps = (a, b) => a.width > 0 && b.width > 0 && a.left < b.right - 1 && b.left < a.right - 1 &&
  a.top < b.bottom - 1 && b.top < a.bottom - 1;
const boxes = () => [...document.querySelectorAll('.plot')].map((div) => {
  const rect = (element) => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    return { left, right, top, bottom, width, height };
  };
  const figure = div.closest('figure');
  const range = document.createRange();
  const title = figure.querySelector('figcaption strong');
  range.selectNodeContents(title);
  return {
    id: div.id,
    bar: [...div.querySelectorAll('.modebar-group')].map(rect),
    title: rect(range),
    legend: [...div.querySelectorAll('.legend .traces')].map(rect),
    plot: rect(div),
    panels: [...div.querySelectorAll('.draglayer .nsewdrag')].map(rect),
    words: [...div.querySelectorAll('.main-svg text')].filter((text) => text.textContent.trim() !== '')
      .map((text) => ({ ...rect(text), text: text.textContent })),
  };
});

const browser = await launch();
const complaints = [];
const report = {};
const say = (view, sentence) => complaints.push(`${view}: ${sentence}`);

// Drawing takes its time; when it never comes the judgement below says what is wrong.
const settled = (page, isDark) => page.waitForFunction((dark) => [...document.querySelectorAll('.plot .main-svg:first-child')]
  .every((svg) => (getComputedStyle(svg).backgroundColor.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) < 382) === dark),
isDark, { timeout: 30_000 }).catch(() => {});

function judgeColours(view, figures, isDark) {
  for (const { id, paper, box, panels, words } of figures) {
    for (const colour of [paper, box, ...panels]) {
      const clear = /, 0\)$/.test(colour) || colour === 'transparent';
      if (!clear && (brightness(colour) < 0.5) !== isDark) say(view, `figure ${id} has a ground of ${colour}`);
    }
    const wrong = words.find((colour) => (brightness(colour) > 0.5) !== isDark);
    if (wrong) say(view, `figure ${id} has words of ${wrong}`);
  }
}

try {
  const desktop = await open(browser, file, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  judgeColours('dark', await desktop.page.evaluate(colours), true);
  await desktop.page.emulateMedia({ colorScheme: 'light' });
  await settled(desktop.page, false);
  judgeColours('light', await desktop.page.evaluate(colours), false);
  await desktop.page.emulateMedia({ colorScheme: 'dark' });
  await settled(desktop.page, true);
  judgeColours('dark again', await desktop.page.evaluate(colours), true);
  for (const { id, bar, title, legend } of await desktop.page.evaluate(boxes)) {
    if (bar.length === 0) say('desktop', `figure ${id} has no tool bar`);
    if (bar.some((group) => overlaps(group, title))) say('desktop', `the tool bar of figure ${id} covers its title`);
    if (bar.some((group) => legend.some((entry) => overlaps(group, entry)))) say('desktop', `the tool bar of figure ${id} covers its legend`);
  }

  await desktop.page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await settled(desktop.page, false);
  judgeColours('print', await desktop.page.evaluate(colours), false);
  const paper = await desktop.page.evaluate(() => ({
    ground: getComputedStyle(document.body).backgroundColor,
    buttons: [...document.querySelectorAll('button, .modebar-container, input')].filter((element) =>
      element.checkVisibility() && !element.closest('th, .tools')).map((element) => element.outerHTML.slice(0, 80)),
    widest: Math.max(0, ...[...document.querySelectorAll('.plot .main-svg')].map((svg) => svg.getBoundingClientRect().width)),
    rows: [...document.querySelectorAll('.data-table')].map((table) => ({
      id: table.id, shown: table.querySelectorAll('tbody tr').length,
      all: JSON.parse(document.getElementById(`data-${table.id}`).textContent).rows.length })),
    headings: [...document.querySelectorAll('h2')].map((heading) => getComputedStyle(heading).breakAfter),
  }));
  if (brightness(paper.ground) < 0.9) say('print', `the paper is ${paper.ground}`);
  if (paper.buttons.length > 0) say('print', `there are buttons: ${paper.buttons[0]}`);
  if (paper.widest > 700) say('print', `a figure is ${paper.widest} wide`);
  for (const { id, shown, all } of paper.rows) if (shown < Math.min(all, 2000)) say('print', `table ${id} has ${shown} of ${all} rows`);
  if (paper.headings.some((rule) => rule !== 'avoid')) say('print', 'a heading may be stranded');
  report.paper_rows = paper.rows;
  report.pdf_bytes = (await desktop.page.pdf({ format: 'A4' })).length;
  complaints.push(...desktop.troubles);
  await desktop.page.context().close();

  const phone = await open(browser, file, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'light' });
  const seen = await phone.page.evaluate(boxes);
  report.stacked = 0;
  for (const { id, plot, panels, words } of seen) {
    const isWide = plot.width > 395;
    if (panels.length > 1 && !isWide) {
      if (panels.some((a, i) => panels.some((b, k) => k > i && a.left < b.left - 20))) say('phone', `the panels of ${id} are side by side`);
      report.stacked += 1;
    }
    for (const word of words) {
      if (word.width > 0 && (word.left < plot.left - 2 || word.right > plot.right + 2)) {
        say('phone', `"${word.text}" in figure ${id} is cut off`);
        break;
      }
    }
  }
  const unreachable = await phone.page.evaluate(() => [...document.querySelectorAll('.scroll')]
    .filter((box) => box.scrollWidth > box.clientWidth + 1 && (box.tabIndex !== 0 || !box.getAttribute('aria-label'))).length);
  if (unreachable > 0) say('phone', `${unreachable} boxes scroll and cannot be reached by keyboard`);
  report.scrolled = await phone.page.evaluate(() => document.querySelectorAll('.scroll[tabindex="0"]').length);
  report.described = await phone.page.evaluate(() => [...document.querySelectorAll('.plot')].every((div) =>
    div.querySelector('svg[role=img]')?.getAttribute('aria-label')?.length > 0));
  if (!report.described) say('phone', 'a figure has no description');
  complaints.push(...phone.troubles);
} finally {
  await browser.close();
}
for (const sentence of complaints) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = complaints.length > 0 ? 1 : 0;
