// node check_set_card.mjs PAGE.html PAGE.json: fills the page's card anew from the page's data, as a live page does,
// and fails unless it is the same to the letter; then sets an alert and removes it. Prints what it saw as JSON.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { launch } from './browser.mjs';

const [file, data] = process.argv.slice(2);
const card = JSON.parse(readFileSync(data, 'utf8')).sections[0].parts.find((part) => part.kind === 'card');
const browser = await launch();
try {
  const page = await (await browser.newContext()).newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  const seen = await page.evaluate((given) => {
    const element = document.querySelector('.card');
    const before = element.outerHTML;
    window.sweetspot.setCard(element, given);
    const after = element.outerHTML;
    const alert = document.getElementById('alert');
    window.sweetspot.setAlert('Verification failed: <b>');
    const shown = { text: alert.textContent, hidden: alert.hidden, role: alert.getAttribute('role') };
    window.sweetspot.setAlert('');
    return { before, after, shown, hiddenAgain: alert.hidden };
  }, card);
  if (seen.before !== seen.after) console.error(`the card is\n${seen.after}\nand was\n${seen.before}`);
  process.exitCode = seen.before === seen.after ? 0 : 1;
  console.log(JSON.stringify(seen));
} finally {
  await browser.close();
}
