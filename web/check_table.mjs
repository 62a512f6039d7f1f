// node check_table.mjs PAGE.html TABLE WORD: uses the data table as a reader would, with the keyboard where it can be,
// and prints what was seen as JSON: the range line at first, after "Next" and after searching for the word, the first
// column sorted downwards, and the text of the downloaded file.
import { readFile } from 'node:fs/promises';
import { launch, open } from './browser.mjs';

const [file, id, word] = process.argv.slice(2);
if (!file || !id || !word) {
  console.error('check_table.mjs: give a page, the id of a table and a word, e.g. node check_table.mjs report.html trials failed');
  process.exit(2);
}

const browser = await launch();
try {
  const { page, troubles } = await open(browser, file, { viewport: { width: 1280, height: 800 } });
  const table = page.locator(`#${id}`);
  const range = () => table.locator('.range').textContent();
  const firstCells = () => table.locator('tbody td:first-child').allTextContents();
  const seen = { first: await range() };
  if (await table.locator('.next').isEnabled()) {
    await table.locator('.next').focus();
    await page.keyboard.press('Enter');
  }
  seen.next = await range();
  await table.getByLabel('Search').fill(word);
  seen.searched = await range();
  seen.found = await firstCells();
  await table.getByLabel('Search').fill('');
  const header = table.locator('th').first().getByRole('button');
  await header.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  seen.sort = await table.locator('th').first().getAttribute('aria-sort');
  seen.sorted = await firstCells();
  const [download] = await Promise.all([page.waitForEvent('download'), table.locator('.download').click()]);
  seen.file = download.suggestedFilename();
  seen.csv = await readFile(await download.path(), 'utf8');
  seen.troubles = troubles;
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
