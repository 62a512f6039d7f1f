// node check_live_bar.mjs PROGRAM STUDY.toml: the live page of a study from before its first trial to its end, with a
// sentence per trouble. It waits, then trials run and their clock moves; no heading that a link leads to lies behind the
// bar; the run is killed and the page says so; a run ends the study and the page says so. Needs a study whose
// evaluations take a second or two. Prints what it saw and what was transferred as JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { launch } from './browser.mjs';

const [program, study] = process.argv.slice(2);
const troubles = [];
const report = {};
const server = spawn(program, ['serve', study, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = String((await once(server.stdout, 'data'))[0]).trim();
const run = () => spawn(program, ['run', study, '-q'], { stdio: 'ignore' });
const browser = await launch();
let runner = null;
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
  await context.grantPermissions(['notifications'], { origin: new URL(address).origin });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('console', (message) => { if (message.type() === 'error') troubles.push(`console: ${message.text()}`); });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  // What a page of figures costs is weighed on its first visit, reload and all.
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  let bytes = 0;
  wire.on('Network.loadingFinished', (event) => { bytes += event.encodedDataLength; });
  const told = [];
  await page.exposeFunction('tellTheTest', (text) => told.push(text));
  await page.addInitScript(() => {
    window.Notification = class { constructor(title, { body }) { window.tellTheTest(`${title}: ${body}`); } static requestPermission() { return Promise.resolve('granted'); } };
  });
  await page.goto(address);
  const says = (text) => page.waitForFunction((wanted) => document.querySelector('#live .state').textContent.includes(wanted), text);
  await says('Waiting for the first trial');
  report.waiting_title = await page.title();
  report.parameters = await page.getByRole('cell', { name: 'a', exact: true }).count();

  runner = run();
  await says('running');
  await page.locator('.notify').click();
  const clock = () => page.locator('#live .running summary').textContent();
  await page.waitForFunction(() => !document.querySelector('#live .running').hidden);
  const texts = new Set();
  for (let i = 0; i < 8; ++i) {
    texts.add(await clock());
    await page.waitForTimeout(300);
  }
  report.clock_moves = texts.size > 1;
  await page.waitForFunction(() => document.querySelectorAll('nav a').length > 5);
  report.transferred = bytes;

  runner.kill('SIGKILL');
  const killed = performance.now();
  await says('cut short');
  report.seconds_until_gone = (performance.now() - killed) / 1000;
  // The page is made anew now and may load itself again, which would end a reload of ours.
  await page.waitForTimeout(3000);
  for (let left = 3; left >= 0; --left) {
    try {
      bytes = 0;
      await page.reload();
      break;
    } catch (error) {
      if (left === 0 || !error.message.includes('ERR_ABORTED')) throw error;
    }
  }
  await says('done');
  report.transferred_again = bytes;
  for (const link of await page.locator('nav a').all()) {
    await link.click();
    const hidden = await page.evaluate(() => {
      const heading = document.querySelector(`${location.hash} h2`).getBoundingClientRect();
      const bar = document.getElementById('live').getBoundingClientRect();
      return bar.top <= 0.5 && heading.top < bar.bottom - 1 && heading.bottom > 0;
    });
    if (hidden) troubles.push(`the bar hides the heading of ${await link.textContent()}`);
    report.headings = (report.headings || 0) + 1;
  }

  runner = run();
  await says('Ended: ');
  report.end = await page.locator('#live .state').textContent();
  report.end_title = await page.title();
  report.told = told;
} catch (error) {
  troubles.push(error.message);
} finally {
  await browser.close();
  server.kill('SIGKILL');
  runner?.kill('SIGKILL');
}
for (const sentence of troubles) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = troubles.length > 0 ? 1 : 0;
