// node tools/tidy.mjs BUILD JOBS [LOOSE UNITS …]: clang-tidy over every unit of BUILD/compile_commands.json and over loose
// ones, which have the flags of their neighbours. A unit that was clean is not read again as long as its text after the
// preprocessor, comments included, and the settings are the same. Fails if anything is found.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const [build, jobs, ...loose] = process.argv.slice(2);
const run = promisify(execFile);
const large = { maxBuffer: 1 << 30 };
const kept = `${build}/clean`;
mkdirSync(kept, { recursive: true });
const settings = readFileSync('.clang-tidy', 'utf8');
const ofPython = readFileSync('python/.clang-tidy', 'utf8');
const commands = JSON.parse(readFileSync(`${build}/compile_commands.json`, 'utf8'))
  .filter(({ file }) => !file.includes('/embedded'));
const units = [...new Map(commands.map((entry) => [entry.file, entry])).values()];
const ofLoose = (file) => ({ ...units.find((unit) => unit.command.includes('gtest')) ?? units[0], file: resolve(file), loose: true });
const extra = ['--extra-arg=-Wno-unknown-warning-option', `--extra-arg=-I${resolve('tests')}`,
  '--extra-arg=-DSWEETSPOT_FUZZ_CHECK=study_config_complaint'];

/// What clang-tidy would read, in short.
async function fingerprint({ command, directory, file, loose: isLoose }) {
  const words = command.split(' ').filter((word) => word !== '-c');
  const output = words.indexOf('-o');
  words.splice(output, 2);
  if (isLoose) words.splice(words.length - 1, 1, file, `-I${resolve('tests')}`, '-DSWEETSPOT_FUZZ_CHECK=study_config_complaint');
  const { stdout } = await run(words[0].replaceAll('"', ''), [...words.slice(1).map((word) => word.replaceAll('\\"', '"')), '-E', '-CC'], { cwd: directory, ...large });
  return createHash('sha256').update(settings).update(file.includes('/python/') ? ofPython : '').update(stdout).digest('hex');
}

async function isClean(unit) {
  let stamp;
  try {
    stamp = `${kept}/${await fingerprint(unit)}`;
    if (existsSync(stamp)) return true;
  } catch {
    // It cannot be preprocessed alone; clang-tidy says why.
  }
  try {
    const { stdout } = await run('clang-tidy', ['-p', build, '--quiet', '--checks=-bugprone-suspicious-include', ...extra, unit.file], large);
    if (stdout.includes('warning:')) throw Object.assign(new Error(), { stdout });
    if (stamp) writeFileSync(stamp, `${unit.file}\n`);
    return true;
  } catch (error) {
    console.log(`${relative('.', unit.file)}:\n${error.stdout ?? error.message}`);
    return false;
  }
}

const queue = [...units, ...loose.map(ofLoose)];
const all = queue.length;
let found = 0;
await Promise.all(Array.from({ length: Number(jobs) || cpus().length }, async () => {
  for (let unit = queue.shift(); unit; unit = queue.shift()) {
    if (!await isClean(unit)) found += 1;
  }
}));
console.log(`clang-tidy: ${all} units, something found in ${found}`);
process.exitCode = found > 0 ? 1 : 0;
