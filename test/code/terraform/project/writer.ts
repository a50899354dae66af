import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeProject } from '../../../../src/code/terraform/project/write.ts';

/** Keeps writing all files of a folder, each time in one version, until it is killed. */
const [root = '', folder = '', rounds = '1', size = '1'] = process.argv.slice(2);
const names = Array.from({ length: 6 }, (_, at) => `f${at}.tf`);
for (let round = 0; round < Number(rounds); round += 1) {
  const before = readFileSync(join(root, 'f0.tf'), 'utf8');
  const version = Number.parseInt(before, 10) + 1;
  const after = `${version}\n`.padEnd(Number(size), 'x');
  const result = await writeProject(
    root,
    names.map((path) => ({ path, before, after })),
    folder,
  );
  if (!result.ok) {
    process.stdout.write(`${result.error.code}: ${result.error.message}\n`);
    break;
  }
  // Reported after the first round, so that a kill hits a write, however long startup took.
  if (round === 0) process.stdout.write('written\n');
}
