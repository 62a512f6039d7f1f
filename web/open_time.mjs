// node open_time.mjs PAGE.html: prints how long the page takes to open in milliseconds, until its first words are there,
// until it is loaded and until the figures of the first screen are drawn; the median of five.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { launch } from './browser.mjs';

const [file] = process.argv.slice(2);
if (!file) {
  console.error('open_time.mjs: give a page, e.g. node open_time.mjs report.html');
  process.exit(2);
}

// What can be seen without scrolling.
const firstScreenIsDrawn = () => [...document.querySelectorAll('.plot')]
  .filter((div) => div.getBoundingClientRect().top < innerHeight)
  .every((div) => div.dataset.drawn);

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const browser = await launch();
try {
  const painted = [];
  const loaded = [];
  const drawn = [];
  for (let round = 0; round < 5; ++round) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const start = performance.now();
    await page.goto(pathToFileURL(resolve(file)).href, { waitUntil: 'load' });
    loaded.push(performance.now() - start);
    await page.waitForFunction(firstScreenIsDrawn);
    drawn.push(performance.now() - start);
    painted.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    await page.close();
  }
  const rounded = (values) => Math.round(median(values));
  console.log(JSON.stringify({ painted: rounded(painted), loaded: rounded(loaded), drawn: rounded(drawn) }));
} finally {
  await browser.close();
}
