// node check_live.mjs PROGRAM STUDY.toml: opens the live page of a study, tells a value and sees it arrive; kills the
// server, sees the page say so, starts it again, tells another and sees that. Fails with a sentence per trouble; prints
// what it saw as JSON.
import { execFileSync, spawn } from 'node:child_process';
import { launch } from './browser.mjs';

const [program, study] = process.argv.slice(2);
const troubles = [];

function start(port) {
  const child = spawn(program, ['serve', study, '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve({ child, address: String(text).trim() }));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
const stop = (child) => new Promise((resolve) => {
  child.removeAllListeners('exit');
  child.once('exit', resolve);
  child.kill('SIGKILL');
});
const tell = (value, b) => execFileSync(program, ['tell', study, '--params', JSON.stringify({ a: 0.25, b }), String(value)]);

const rowsOf = (page) => page.evaluate(() => {
  const text = document.querySelector('.data-table .range').textContent;
  return Number(text.split(' of ').pop());
});
const waitForRows = (page, rows) => page.waitForFunction(
  (wanted) => document.querySelector('.data-table .range').textContent.endsWith(` of ${wanted}`), rows);
const waitForState = (page, part, there) => page.waitForFunction(([text, wanted]) =>
  document.querySelector('#live .state').textContent.includes(text) === wanted, [part, there]);

let { child, address } = await start(0);
const port = new URL(address).port;
const browser = await launch();
const report = {};
try {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(120_000);
  let mayFail = false;
  page.on('console', (message) => {
    if (message.type() === 'error' && !mayFail) troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith('data:') && !url.startsWith('blob:')) troubles.push(`request: ${url}`);
  });
  await page.goto(`${address}?all`);
  await page.waitForFunction(() => [...document.querySelectorAll('.plot')].every((div) => div.dataset.drawn === 'true'));
  report.figures = await page.evaluate(() => document.querySelectorAll('.plot').length);
  report.rows_before = await rowsOf(page);

  tell(0.5, 2.1);
  await waitForRows(page, report.rows_before + 1);
  report.rows_after = await rowsOf(page);

  mayFail = true;  // the browser itself writes failed requests to the console
  await stop(child);
  await waitForState(page, 'does not answer', true);
  tell(0.6, 2.2);
  ({ child } = await start(port));
  await waitForState(page, 'does not answer', false);
  await waitForRows(page, report.rows_before + 2);
  mayFail = false;
  report.rows_after_restart = await rowsOf(page);
  const failed = await page.evaluate(() => [...document.querySelectorAll('.plot')]
    .filter((div) => div.dataset.drawn !== 'true').map((div) => `${div.id}: ${div.textContent}`));
  troubles.push(...failed);
} catch (error) {
  troubles.push(error.message);
} finally {
  await browser.close();
  await stop(child);
}
for (const sentence of troubles) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = troubles.length > 0 ? 1 : 0;
