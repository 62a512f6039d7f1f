// node screenshots.mjs PROGRAM STUDY-FOLDER OUT: the pictures of the README: the report of a study (the folder's
// bracket.toml) on a desktop and on a phone, and its live page while it runs.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch, open } from './browser.mjs';

const [program, study, out] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), 'sweetspot-pictures-'));
const environment = { ...process.env, SWEETSPOT_INSTRUCTIONS: 'baseline' };
const sweetspot = (...words) => execFileSync(program, words, { cwd: folder, env: environment, stdio: 'pipe' });
mkdirSync(out, { recursive: true });
cpSync(study, folder, { recursive: true });

// A simulator that takes its time, two at once, and now and then fails: so that there is something to see.
writeFileSync(join(folder, 'slowly'), `#!/bin/sh
sleep 0.5
[ $(($1 % 13)) -eq 12 ] && { echo "mesh: element 4711 has a negative volume" >&2; exit 1; }
exec "$(dirname "$0")/simulate"
`);
chmodSync(join(folder, 'slowly'), 0o755);
const slow = readFileSync(join(folder, 'bracket.toml'), 'utf8').replace('name = "bracket"', 'name = "bracket-live"')
  .replace('["./simulate"]', '["./slowly", "{number}"]\nparallel = 2');
writeFileSync(join(folder, 'live.toml'), slow);

const browser = await launch();
const children = [];
try {
  sweetspot('run', 'bracket.toml', '-q');
  sweetspot('report', 'bracket.toml', '-o', 'report.html');
  const views = [
    { name: 'report', viewport: { width: 1100, height: 1500 }, colorScheme: 'light' },
    { name: 'report-phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme: 'dark' },
  ];
  for (const { name, ...view } of views) {
    const { page } = await open(browser, join(folder, 'report.html'), view);
    await page.screenshot({ path: join(out, `${name}.png`) });
    await page.context().close();
  }

  children.push(spawn(program, ['run', 'live.toml', '-q'], { cwd: folder, env: environment, stdio: 'ignore' }));
  await new Promise((later) => setTimeout(later, 1500));
  const server = spawn(program, ['serve', 'live.toml', '--port', '0'], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(server);
  const address = String(await new Promise((there) => server.stdout.once('data', there))).trim();
  const page = await (await browser.newContext({ viewport: { width: 1100, height: 900 } })).newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector('#live progress').value >= 26);
  await page.evaluate(() => document.querySelectorAll('#live details').forEach((details) => { details.open = true; }));
  await page.waitForTimeout(3000);
  await page.screenshot({ path: join(out, 'live.png') });
} finally {
  for (const child of children) child.kill('SIGKILL');
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
