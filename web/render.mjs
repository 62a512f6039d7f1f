// node render.mjs PAGE.html FOLDER: every figure of the page as FOLDER/<id>.png and FOLDER/<id>.svg.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, open } from './browser.mjs';

const [file, folder] = process.argv.slice(2);
if (!file || !folder) {
  console.error('render.mjs: give a page and a folder, e.g. node render.mjs figures/index.html figures');
  process.exit(2);
}

const browser = await launch();
try {
  const { page, troubles } = await open(browser, file, { viewport: { width: 1040, height: 900 } });
  if (troubles.length > 0) throw new Error(`the page is not in order: ${troubles.join('; ')}`);
  await mkdir(folder, { recursive: true });
  const ids = await page.$$eval('.plot', (divs) => divs.map((div) => div.id));
  for (const id of ids) {
    for (const format of ['png', 'svg']) {
      // PNG at twice the size, for sharp screens.
      const picture = await page.evaluate(({ id: name, format: kind }) => {
        const div = document.getElementById(name);
        if (div.dataset.drawn !== 'true') throw new Error(`figure ${name} was not drawn: ${div.textContent}`);
        const size = { width: div.clientWidth, height: div.clientHeight, scale: kind === 'png' ? 2 : 1 };
        return Plotly.toImage(div, { format: kind, imageDataOnly: true, ...size });
      }, { id, format });
      await writeFile(join(folder, `${id}.${format}`), picture, format === 'png' ? 'base64' : 'utf8');
    }
    console.log(`${id}: png, svg`);
  }
} finally {
  await browser.close();
}
