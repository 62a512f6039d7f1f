// node check_live_choice.mjs PROGRAM STUDY: opens the live page of a study by hand with the parameters a, b and c, chooses
// a pair and a trial, tells a value that fits the others and one that does not, for which the page is loaded anew, and
// looks whether both are still chosen. Prints what it saw as JSON, and fails with a sentence per trouble.
import { execFileSync, spawn } from 'node:child_process';
import { launch } from './browser.mjs';

const [program, study] = process.argv.slice(2);
const troubles = [];
const child = spawn(program, ['serve', study, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve, reject) => {
  child.stdout.once('data', (text) => resolve(/http:\S+/.exec(String(text))[0]));
  child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
});
const look = () => {
  const pair = document.getElementById('pair-1');
  return {
    pair: pair.closest('figure').querySelector('strong').textContent,
    across: pair.layout.xaxis.title.text,
    rings: document.getElementById('convergence').data.filter((trace) => trace.name === 'Selected trial').length,
    rows: window.sweetspot.tableOf('trials').data.rows.length,
    panel: document.querySelector('#trial-panel h3')?.textContent ?? null,
    row: document.querySelector('#trials tr.selected td')?.textContent ?? null,
    commands: [...document.querySelectorAll('.command code')].map((code) => code.textContent),
  };
};

const browser = await launch();
const report = {};
try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(300_000);  // a guard: the server is nice, and a busy machine keeps it waiting
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  await page.goto(`${address}?all`);
  await page.waitForFunction(() => [...document.querySelectorAll('.plot')].every((div) => div.dataset.drawn === 'true'));
  await page.evaluate(() => { window.isTheSamePage = true; });
  await page.locator('#pairs select').nth(1).selectOption('2');
  await page.locator('#trials tbody tr').nth(3).click();
  await page.waitForTimeout(300);
  report.before = await page.evaluate(look);
  const tell = async (value, params) => {
    const { rows } = await page.evaluate(look);
    execFileSync(program, ['tell', study, '--params', JSON.stringify(params), String(value)]);
    await page.waitForFunction((n) => window.sweetspot?.tableOf?.('trials')?.data.rows.length > n, rows);
    await page.waitForFunction(() => [...document.querySelectorAll('.plot')].every((div) => div.dataset.drawn === 'true'));
    await page.waitForTimeout(500);
    return page.evaluate(look);
  };
  report.after = await tell(1.034, { a: 0.31, b: 0.52, c: 0.48 });
  report.same_page = await page.evaluate(() => window.isTheSamePage === true);
  report.surprised = await tell(0.5, { a: 0.33, b: 0.51, c: 0.49 });
} catch (error) {
  troubles.push(error.message);
} finally {
  await browser.close();
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
}
for (const sentence of troubles) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = troubles.length > 0 ? 1 : 0;
