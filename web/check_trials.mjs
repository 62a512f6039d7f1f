// node check_trials.mjs PAGE.html [SCREENSHOTS]: uses the report of a study as a reader would, on a desktop and on a
// phone: chooses another pair, clicks a trial and looks for it elsewhere, selects by keyboard, copies a command. Prints
// what was seen as JSON, and fails with a sentence per trouble.
import { launch, open } from './browser.mjs';

const [file, pictures] = process.argv.slice(2);
if (!file) {
  console.error('check_trials.mjs: give the report of a study, e.g. node check_trials.mjs report.html');
  process.exit(2);
}
const screens = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
];

const figuresWith = (page, number) => page.evaluate((n) => [...document.querySelectorAll('.plot')]
  .filter((div) => div.dataset.selected === String(n)).map((div) => div.id), number);
const rings = (page) => page.evaluate(() => [...document.querySelectorAll('.plot')]
  .reduce((sum, div) => sum + div.data.filter((trace) => trace.name === 'Selected trial').length, 0));
// The panel's text, a line for each of its parts; null where it is closed.
const panelOf = (page) => page.evaluate(() => {
  const panel = document.getElementById('trial-panel');
  return panel.hidden ? null : [...panel.querySelectorAll('h3, dt, dd, h4, li, pre')].map((part) => part.textContent).join('\n');
});
const settled = (page) => page.waitForTimeout(150);

// Where a point of a trace is on the screen.
const placeOf = (page, id, name, index) => page.evaluate(([figure, trace, i]) => {
  const div = document.getElementById(figure);
  const found = div.data.find((t) => t.name === trace);
  div.scrollIntoView({ block: 'center' });
  const layout = div._fullLayout;
  const x = layout[(found.xaxis ?? 'x').replace('x', 'xaxis')];
  const y = layout[(found.yaxis ?? 'y').replace('y', 'yaxis')];
  const at = div.getBoundingClientRect();
  const k = i < 0 ? found.x.length + i : i;
  return { x: at.left + x._offset + x.d2p(found.x[k]), y: at.top + y._offset + y.d2p(found.y[k]), number: found.customdata[k] };
}, [id, name, index]);

async function usePairs(page, seen) {
  const selects = page.locator('#pairs select');
  seen.selects = await selects.count();
  if (seen.selects !== 2) return;
  const state = () => page.evaluate(() => {
    const div = document.getElementById('pair-1');
    return { title: div.closest('figure').querySelector('strong').textContent, across: div.layout.xaxis.title.text,
      up: div.layout.yaxis2.title.text, z: div.data.find((t) => t.meta === 'robust').z.length, range: div.layout.xaxis.range,
      failures: div.data.find((t) => t.meta === 'failures')?.customdata.length ?? null };
  });
  seen.first = await state();
  const last = (await selects.nth(0).locator('option').count()) - 1;
  await selects.nth(1).selectOption(String(last));
  seen.other = await state();
  await selects.nth(0).selectOption(String(last));  // the same one: they change places
  seen.swapped = await state();
  seen.chosen = await selects.evaluateAll((all) => all.map((select) => select.selectedOptions[0].textContent));
  if (pictures) await page.locator('#pair-1').screenshot({ path: `${pictures}-pair-${seen.name}.png` });
}

async function useTrials(page, seen) {
  const point = await placeOf(page, 'convergence', 'Observations', 2);
  await page.mouse.move(point.x, point.y);
  await settled(page);  // a figure answers the pointer with a delay
  await page.mouse.click(point.x, point.y);
  await settled(page);
  seen.clicked = point.number;
  seen.panel = await panelOf(page);
  seen.marked = await figuresWith(page, point.number);
  seen.row = await page.locator('#trials tr.selected td').first().textContent();
  if (pictures) await page.screenshot({ path: `${pictures}-panel-${seen.name}.png` });
  await page.keyboard.press('Escape');
  await settled(page);
  seen.closed = await panelOf(page);
  seen.left = await rings(page);

  await page.locator('#trials').getByLabel('Search').fill('failed');
  const row = page.locator('#trials tbody tr').first();
  if (!(await row.count())) return;
  await row.focus();
  await page.keyboard.press('Enter');
  await settled(page);
  seen.by_keyboard = await panelOf(page);
  seen.focus = await page.evaluate(() => document.activeElement.id);
  seen.markup = await page.locator('#trial-panel b, #trial-panel img').count();
  if (pictures) await page.locator('#trial-panel').screenshot({ path: `${pictures}-failed-${seen.name}.png` });
  await page.locator('#trial-panel .close').click();
  seen.focus_after = await page.evaluate(() => document.activeElement.tagName);
  // A trial that the search hides is found all the same.
  await page.evaluate((n) => window.sweetspot.selectTrial(n), point.number);
  await settled(page);
  seen.row_again = await page.locator('#trials tr.selected td').first().textContent();
  await page.evaluate(() => window.sweetspot.selectTrial(null));
}

async function useCommands(page, seen) {
  const first = page.locator('.command').first();
  seen.commands = await page.locator('.command code').allInnerTexts();
  await first.locator('.copy').click();
  await first.locator('.copy', { hasText: 'Copied' }).waitFor();
  seen.copied = await page.evaluate(() => navigator.clipboard.readText());
}

const browser = await launch();
const report = [];
const complaints = [];
try {
  for (const { name, ...options } of screens) {
    const { page, troubles } = await open(browser, file, { ...options, permissions: ['clipboard-read', 'clipboard-write'] });
    const seen = { name };
    page.setDefaultTimeout(300_000);
    await usePairs(page, seen);
    await useTrials(page, seen);
    await useCommands(page, seen);
    seen.width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (seen.width > 0) complaints.push(`${name}: the page is ${seen.width} too wide`);
    complaints.push(...troubles.map((sentence) => `${name}: ${sentence}`));
    report.push(seen);
    await page.context().close();
  }
} finally {
  await browser.close();
}
for (const sentence of complaints) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = complaints.length > 0 ? 1 : 0;
