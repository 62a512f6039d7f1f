// node open_time.mjs PAGE.html|ADDRESS [SLOWER]: prints how long the page takes to open in milliseconds, until its first
// words are there, until it is loaded, until its first figure is drawn and until all figures of the first screen are;
// the median of five, and the bytes that came over the network (0 of a file). With SLOWER (4: a phone's processor) on a
// phone's screen and that many times slower; the first figure is then scrolled to at once.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { launch } from './browser.mjs';

const [file, slower = '1'] = process.argv.slice(2);
if (!file) {
  console.error('open_time.mjs: give a page, e.g. node open_time.mjs report.html, or node open_time.mjs report.html 4');
  process.exit(2);
}
const rate = Number(slower);
const address = file.startsWith('http') ? file : pathToFileURL(resolve(file)).href;
const screen = rate > 1 ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } : { viewport: { width: 1280, height: 800 } };

// What can be seen without scrolling.
const firstScreenIsDrawn = () => [...document.querySelectorAll('.plot')]
  .filter((div) => div.getBoundingClientRect().top < innerHeight)
  .every((div) => div.dataset.drawn);

const median = (values) => Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)]);
// A browser that is driven from outside notes where exceptions come from, caught ones too, and reads all of plotly.js
// three more times to find the places, unless it has them from the start; a reader's browser does neither.
const browser = await launch(['--js-flags=--no-enable-lazy-source-positions']);
try {
  const times = { painted: [], loaded: [], first_figure: [], drawn: [] };
  const bytes = [];
  for (let round = 0; round < 5; ++round) {
    const context = await browser.newContext(screen);
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    let transferred = 0;
    wire.on('Network.loadingFinished', (event) => { transferred += event.encodedDataLength; });
    await wire.send('Emulation.setCPUThrottlingRate', { rate });
    await page.addInitScript(() => {
      const look = () => {
        const first = document.querySelector('.plot');
        if (first && document.readyState !== 'loading' && !first.dataset.seen) {
          first.dataset.seen = 'true';
          first.scrollIntoView();
        }
        if (first?.dataset.drawn) window.firstFigure ??= performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const start = performance.now();
    await page.goto(address, { waitUntil: 'load' });
    times.loaded.push(performance.now() - start);
    await page.waitForFunction(() => window.firstFigure !== undefined);
    times.first_figure.push(await page.evaluate(() => window.firstFigure));
    await page.waitForFunction(firstScreenIsDrawn);
    times.drawn.push(performance.now() - start);
    times.painted.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    bytes.push(transferred);
    await context.close();
  }
  const report = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
  console.log(JSON.stringify({ ...report, bytes: median(bytes) }));
} finally {
  await browser.close();
}
