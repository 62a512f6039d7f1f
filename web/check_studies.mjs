// node check_studies.mjs ADDRESS NAME [OTHER]: opens the list of a server's studies, follows the link of the one of that
// name and the way back; with OTHER it chooses both by keyboard, looks whether the choice outlives a change of the list,
// follows "Compare" and comes back. Prints what it saw as JSON, and a sentence per trouble. The address may have a token.
import { launch } from './browser.mjs';

const [address, name, other] = process.argv.slice(2);
const troubles = [];
const report = {};

// How often the list was told since the page was opened.
const countLooks = (page) => page.addInitScript(() => {
  const ask = window.fetch;
  window.looks = 0;
  window.fetch = async (...words) => {
    const answer = await ask(...words);
    if (String(words[0]).includes('api/studies')) setTimeout(() => { window.looks += 1; }, 50);
    return answer;
  };
});

async function compare(page, view) {
  const link = page.getByRole('link', { name: 'Compare', exact: true });
  const say = (sentence) => troubles.push(`${view}: ${sentence}`);
  if (await link.getAttribute('href') !== null) say('nothing is chosen and there is something to compare');
  for (const study of [name, other]) {
    await page.getByRole('checkbox', { name: `compare ${study}`, exact: true }).focus();
    await page.keyboard.press('Space');
    if (study === name && await link.getAttribute('href') !== null) say('one study is enough to compare');
  }
  const looks = await page.evaluate(() => window.looks);
  await page.waitForFunction((before) => window.looks >= before + 2, looks);
  const kept = await page.evaluate(() => ({
    chosen: document.querySelectorAll('#studies input:checked').length, focused: document.activeElement.getAttribute('aria-label'),
    words: document.querySelector('.compare [role=status]').textContent }));
  if (kept.chosen !== 2 || kept.focused !== `compare ${other}`) say(`after the list was told again there is ${JSON.stringify(kept)}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > page.viewportSize().width) say(`the list is ${wide} wide`);
  await link.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.plot').length > 0);
  const figures = page.locator('.plot');
  for (let i = 0; i < await figures.count(); ++i) {
    await figures.nth(i).scrollIntoViewIfNeeded();
    await page.waitForFunction((at) => document.querySelectorAll('.plot')[at].dataset.drawn === 'true', i);
  }
  report[`${view}_comparison`] = await page.evaluate((words) => ({
    words, title: document.querySelector('h1').textContent, figures: document.querySelectorAll('.plot').length,
    header: [...document.querySelectorAll('section table')[0].querySelectorAll('th')].map((th) => th.textContent),
    rows: [...document.querySelectorAll('section table')[0].querySelectorAll('tbody tr')].map((tr) =>
      [...tr.children].map((td) => td.textContent)),
    wide: document.documentElement.scrollWidth <= innerWidth }), kept.words);
  if (!report[`${view}_comparison`].wide) say('the comparison is wider than the screen');
  await page.getByRole('link', { name: 'All studies' }).click();
  await page.waitForFunction(() => document.querySelectorAll('#studies input:checked').length === 2);
}

const browser = await launch();
try {
  for (const [view, width] of [['desktop', 1440], ['phone', 390]]) {
    const page = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => { if (message.type() === 'error') troubles.push(`console: ${message.text()}`); });
    page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
    page.on('dialog', (dialog) => { troubles.push(`a name was run: ${dialog.message()}`); dialog.dismiss(); });
    await countLooks(page);
    await page.goto(address);
    await page.waitForFunction(() => document.querySelectorAll('#studies a').length > 0);
    await page.waitForFunction(() => [...document.querySelectorAll('#studies td')].some((td) => td.textContent.includes('worst case')));
    report[view] = await page.evaluate(() => [...document.querySelectorAll('#studies tbody tr')].map((tr) =>
      [...tr.children].map((td) => td.textContent)));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) troubles.push(`${view}: the list is ${wide} wide`);
    if (other) await compare(page, view);
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
