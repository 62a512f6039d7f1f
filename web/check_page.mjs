// node check_page.mjs PAGE.html [two]: fails with a sentence per trouble unless the page works offline, in light and dark, on
// a desktop and on a phone: no error, no request, every figure drawn, nothing to scroll sideways. Prints what it saw as
// JSON.
import { launch, open } from './browser.mjs';

const [file, views] = process.argv.slice(2);
if (!file) {
  console.error('check_page.mjs: give a page, e.g. node check_page.mjs figures/index.html');
  process.exit(2);
}

const screens = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
];

// What a reader would see: how bright the page and its text are, how wide it is, what each figure shows.
const look = () => {
  const brightness = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
  const style = getComputedStyle(document.body);
  return {
    paper: brightness(style.backgroundColor),
    ink: brightness(style.color),
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
    offersUpload: document.querySelector('.modebar-btn[data-title^="Share"]') !== null,
    figures: [...document.querySelectorAll('.plot')].map((div) => ({
      id: div.id,
      drawn: div.dataset.drawn,
      traces: div.data ? div.data.length : 0,
      height: div.clientHeight,
      marks: div.querySelectorAll('.main-svg path, .main-svg text, canvas').length,
      withoutWebGl: div.querySelector('.no-webgl') !== null,
      said: div.dataset.drawn === 'true' ? '' : div.textContent,
    })),
  };
};

function judge(scheme, seen) {
  const found = [];
  if (seen.figures.length === 0) found.push('there is no figure');
  for (const figure of seen.figures) {
    const shown = figure.drawn === 'true' && figure.traces > 0 && figure.marks > 0 && figure.height > 100;
    if (figure.withoutWebGl) found.push(`figure ${figure.id} found no WebGL`);
    if (!shown) found.push(`figure ${figure.id} was not drawn: ${figure.said}`);
  }
  if (seen.content > seen.width) found.push(`the page is ${seen.content} wide on a screen of ${seen.width}`);
  const dark = scheme === 'dark';
  if (seen.offersUpload) found.push('a figure offers to be uploaded');
  const follows = (seen.paper < 0.5) === dark && (seen.ink > 0.5) === dark;
  if (!follows) found.push('the page does not follow the colour scheme');
  return found;
}

// Of a page that takes long to draw two views are enough: light on a desktop, dark on a phone.
const schemes = (screen) => (views !== 'two' ? ['light', 'dark'] : [screen === 'desktop' ? 'light' : 'dark']);

const browser = await launch();
const report = [];
const complaints = [];
try {
  for (const { name, ...options } of screens) {
    const { page, troubles } = await open(browser, file, { ...options, colorScheme: schemes(name)[0] });
    for (const colorScheme of schemes(name)) {
      await page.emulateMedia({ colorScheme });
      const seen = await page.evaluate(look);
      const view = `${name}, ${colorScheme}`;
      complaints.push(...judge(colorScheme, seen).map((sentence) => `${view}: ${sentence}`));
      report.push({ view, figures: seen.figures.map((figure) => figure.id) });
    }
    complaints.push(...troubles.map((sentence) => `${name}: ${sentence}`));
    await page.context().close();
  }
} finally {
  await browser.close();
}
for (const sentence of complaints) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = complaints.length > 0 ? 1 : 0;
