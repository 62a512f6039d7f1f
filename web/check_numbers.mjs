// node check_numbers.mjs CASES.json: every case [function, arguments, text] must come out of web/page/numbers.js to the
// letter; fails with a sentence per difference and prints how many were looked at.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const [file] = process.argv.slice(2);
const window = {};
runInNewContext(readFileSync(new URL('page/numbers.js', import.meta.url), 'utf8'), { window });
const numberOf = (argument) => (typeof argument === 'string' && argument.startsWith('#') ? Number(argument.slice(1)) : argument);

let differences = 0;
const cases = JSON.parse(readFileSync(file, 'utf8'));
for (const [name, given, text] of cases) {
  const made = window.sweetspot[name](...given.map(numberOf));
  if (made === text) continue;
  differences += 1;
  console.error(`${name}(${given.join(', ')}) is "${made}" in JavaScript and "${text}" in C++`);
}
console.log(cases.length);
process.exitCode = differences > 0 ? 1 : 0;
