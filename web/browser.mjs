// A page of the program in Debian's Chromium without a window, with a note of everything that must not happen.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

// WebGL, which surfaces need, is computed by the processor: a machine that runs tests has no graphics card.
const args = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

// A guard against hanging for ever, not a measure: a busy machine takes its time over surfaces.
const timeout = 300_000;

export const launch = (more = []) => chromium.launch({ executablePath, args: [...args, ...more], timeout });

// Opens the file with every figure drawn. `troubles` gathers console errors, exceptions and requests to the network.
export async function open(browser, file, options = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(timeout);
  const page = await context.newPage();
  const address = pathToFileURL(resolve(file)).href;
  const troubles = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    const own = url.startsWith(address) || url.startsWith('data:') || url.startsWith('blob:');
    if (!own) troubles.push(`request: ${url}`);
  });
  await page.goto(`${address}?all`);
  await page.waitForFunction(() => [...document.querySelectorAll('.plot')].every((div) => div.dataset.drawn));
  return { page, troubles };
}
