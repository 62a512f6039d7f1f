// node check_card.mjs PAGE.html: looks at the answer's card of a page on a desktop and on a phone, in light and dark,
// without scripts and for print; copies from it; fills it anew from its own data. Fails with a sentence per trouble and
// prints what it saw as JSON.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { launch } from './browser.mjs';

const [file] = process.argv.slice(2);
const address = pathToFileURL(resolve(file)).href;
const troubles = [];
const report = { views: {} };

// How far the ink of an element stands out from what is behind it (WCAG 2).
const look = () => {
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = parts(colour).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paperOf = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    return /^rgba\(.*, 0\)$/.test(backgroundColor) && element.parentElement ? paperOf(element.parentElement) : backgroundColor;
  };
  const contrast = (element) => {
    const [light, dark] = [luminance(getComputedStyle(element).color), luminance(paperOf(element))].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const card = document.querySelector('.card');
  const box = card.getBoundingClientRect();
  const alert = document.getElementById('alert');
  return {
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
    cut: [...card.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > box.right + 1)
      .map((element) => element.textContent),
    faint: [...card.querySelectorAll('strong, span, dt, dd, td, th, button')].filter((element) =>
      element.textContent && contrast(element) < 4.5).map((element) => element.textContent),
    text: card.textContent,
    buttons: [...card.querySelectorAll('button')].filter((button) => button.offsetParent).map((button) => button.textContent),
    alert: alert.hidden ? '' : alert.textContent,
    alertFirst: !alert.hidden && (alert.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  };
};

function judge(view, seen) {
  if (seen.content > seen.width) troubles.push(`${view}: the page is ${seen.content} wide on a screen of ${seen.width}`);
  for (const text of seen.cut) troubles.push(`${view}: cut off: ${text}`);
  for (const text of seen.faint) troubles.push(`${view}: hard to read: ${text}`);
  report.views[view] = seen;
}

const browser = await launch();
try {
  for (const width of [1440, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
    await page.goto(address);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      judge(`${width} ${colorScheme}`, await page.evaluate(look));
    }
    if (width === 1440) {
      await page.emulateMedia({ media: 'print', colorScheme: 'light' });
      judge('print', await page.evaluate(look));
      await page.emulateMedia({ media: 'screen' });
      report.copied = [];
      for (const button of await page.$$('.card .copy')) {
        await button.click();
        await page.waitForFunction(() => document.querySelector('.card [role=status]').textContent !== '');
        report.copied.push(await page.evaluate(() => navigator.clipboard.readText()));
      }
      // Where there is no clipboard, the old way.
      await page.evaluate(() => {
        document.querySelector('.card [role=status]').textContent = '';
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
      });
      await page.click('.card .copy');
      await page.waitForFunction(() => document.querySelector('.card [role=status]').textContent !== '');
      report.old_way = await page.textContent('.card [role=status]');
    }
    await context.close();
  }
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  report.without_scripts = await page.locator('.card').textContent();
  report.buttons_without_scripts = await page.locator('.card button:visible').count();
} catch (error) {
  troubles.push(error.message);
} finally {
  await browser.close();
}
for (const sentence of troubles) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = troubles.length > 0 ? 1 : 0;
