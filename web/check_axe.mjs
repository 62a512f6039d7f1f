// node check_axe.mjs PAGE.html|ADDRESS: fails with a sentence per finding of axe that is serious or critical, on a
// light desktop and on a dark phone. Prints how many rules were passed in each view as JSON.
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
const views = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
];
const browser = await launch();
const complaints = [];
const report = [];
try {
  for (const options of views) {
    const name = `${options.viewport.width} pixels, ${options.colorScheme}`;
    // The page forbids foreign scripts; the checker is one.
    const context = await browser.newContext({ ...options, bypassCSP: true });
    const opened = await context.newPage();
    opened.setDefaultTimeout(120_000);
    await opened.goto(address.href);
    await opened.waitForFunction(() => [...document.querySelectorAll('.plot')].every((div) => div.dataset.drawn));
    await opened.waitForFunction(() => document.querySelector('#studies tbody')?.children.length !== 0);
    await opened.evaluate(axe);
    const found = await opened.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    for (const { id, impact, nodes, help } of found.violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      complaints.push(`${name}: ${id} (${help}), ${nodes.length} times, e.g. ${nodes[0].html.slice(0, 200)}: ${
        nodes[0].failureSummary.replaceAll('\n', ' ').slice(0, 300)}`);
    }
    report.push({ view: name, passed: found.passes.length });
    await context.close();
  }
} finally {
  await browser.close();
}
for (const sentence of complaints) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = complaints.length > 0 ? 1 : 0;
