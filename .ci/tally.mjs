// Sums up what the parts of the tests left in a file (test/tally.ts): the slowest files, what failed, then the count.
import { readFileSync } from 'node:fs';

const [, , path, status] = process.argv;
const files = readFileSync(path, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
const sum = (what) => files.reduce((total, file) => total + file[what], 0);

console.log('\nSlowest test files, in seconds of a worker:');
const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);
for (const { project, file, milliseconds } of slowest) {
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)}  ${project}  ${file}`);
}
for (const { project, file, failures } of files) {
  for (const failure of failures) console.log(`\nFAILED  ${project}  ${file}\n  ${failure}`);
}
// A run that ended badly with no test that failed is a failure all the same.
const failed = status === '0' ? sum('failed') : Math.max(sum('failed'), 1);
console.log(`\n${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
