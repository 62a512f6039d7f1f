// node check_axe.mjs PAGE.html|ADDRESS: fails with a sentence per finding of axe that is serious or critical, on a
// desktop and on a phone, each in light and dark. Prints how many rules were passed in each view as JSON.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { launch } from './browser.mjs';

const [page] = process.argv.slice(2);
if (!page) {
  console.error('check_axe.mjs: give a page, e.g. node check_axe.mjs report.html');
  process.exit(2);
}
const address = new URL(page.startsWith('http') ? page : pathToFileURL(resolve(page)).href);
address.searchParams.set('all', '');
const axe = readFileSync(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const screens = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
];
const schemes = ['light', 'dark'];
const browser = await launch();
const complaints = [];
const report = [];

// Figures are drawn anew when the colours change: they are there, and in the colours of the page.
const isSettled = (isDark) => [...document.querySelectorAll('.plot')].every((div) => {
  const ground = div.querySelector('.main-svg')?.style.background.match(/\d+/g)?.slice(0, 3).map(Number);
  return div.dataset.drawn && (!ground || ground.every((part) => (part < 128) === isDark));
}) && document.querySelector('#studies tbody')?.children.length !== 0;

async function judge(opened, name) {
  const found = await opened.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  for (const { id, impact, nodes, help } of found.violations) {
    if (impact !== 'serious' && impact !== 'critical') continue;
    complaints.push(`${name}: ${id} (${help}), ${nodes.length} times, e.g. ${nodes[0].html.slice(0, 200)}: ${
      nodes[0].failureSummary.replaceAll('\n', ' ').slice(0, 300)}`);
  }
  report.push({ view: name, passed: found.passes.length });
}

try {
  for (const screen of screens) {
    // The page forbids foreign scripts; the checker is one.
    const context = await browser.newContext({ ...screen, colorScheme: schemes[0], bypassCSP: true });
    const opened = await context.newPage();
    opened.setDefaultTimeout(120_000);
    await opened.goto(address.href);
    await opened.waitForFunction(isSettled, false);
    await opened.evaluate(axe);
    for (const scheme of schemes) {
      await opened.emulateMedia({ colorScheme: scheme });
      await opened.waitForFunction(isSettled, scheme === 'dark');
      await judge(opened, `${screen.viewport.width} pixels, ${scheme}`);
    }
    await context.close();
  }
} finally {
  await browser.close();
}
for (const sentence of complaints) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = complaints.length > 0 ? 1 : 0;
