// node check_studies.mjs ADDRESS NAME: opens the list of a server's studies, follows the link of the one of that name and
// the way back; prints what it saw as JSON, and a sentence per trouble. The address may have a token.
import { launch } from './browser.mjs';

const [address, name] = process.argv.slice(2);
const troubles = [];
const report = {};
const browser = await launch();
try {
  for (const [view, width] of [['desktop', 1440], ['phone', 390]]) {
    const page = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => { if (message.type() === 'error') troubles.push(`console: ${message.text()}`); });
    page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
    page.on('dialog', (dialog) => { troubles.push(`a name was run: ${dialog.message()}`); dialog.dismiss(); });
    await page.goto(address);
    await page.waitForFunction(() => document.querySelectorAll('#studies a').length > 0);
    await page.waitForFunction(() => [...document.querySelectorAll('#studies td')].some((td) => td.textContent.includes('worst case')));
    report[view] = await page.evaluate(() => [...document.querySelectorAll('#studies tbody tr')].map((tr) =>
      [...tr.children].map((td) => td.textContent)));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) troubles.push(`${view}: the list is ${wide} wide`);
    await page.getByRole('link', { name, exact: true }).click();
    await page.waitForFunction(() => document.querySelector('#live .state')?.textContent.includes('done'));
    report[`${view}_title`] = await page.locator('h1').textContent();
    await page.locator('.plot').first().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector('.plot')?.dataset.drawn === 'true');
    await page.getByRole('link', { name: 'All studies' }).click();
    await page.waitForFunction(() => document.querySelectorAll('#studies a').length > 0);
    await page.context().close();
  }
} catch (error) {
  troubles.push(error.message);
} finally {
  await browser.close();
}
for (const sentence of troubles) console.error(sentence);
console.log(JSON.stringify(report));
process.exitCode = troubles.length > 0 ? 1 : 0;
