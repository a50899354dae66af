import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seed } from '../../seed.ts';
import { type Project, useProject } from '../harness/project.ts';
import { parseState } from '../harness/state.ts';
import { choiceOf, scenariosOf } from './choose.ts';
import { fuzzed } from './projects.ts';
import { type Told, tell } from './run.ts';
import { mutators } from './table.ts';
import { cleanShare, line, summary } from './tables.ts';

/** What is played: 40 scenarios, or what PARLEY_FUZZ says. PARLEY_SEED draws others. */
const asked = process.env['PARLEY_FUZZ'] || '40';

/** What was measured, less a little; of other seeds, few scenarios say little. */
const floor = 0.8;
const isMeasured = process.env['PARLEY_SEED'] === undefined;

const projects = fuzzed.map(useProject);
const choice = choiceOf(asked, fuzzed);

projects[0]?.describe('fuzz', () => {
  it('writes what is live and nothing else', { timeout: 36_000_000 }, async () => {
    const told = await play();

    process.stdout.write(summary(told, mutators, seed));
    expect(told.filter(({ finding }) => finding.kind === 'wrong').map(line)).toEqual([]);
    if (told.length >= (isMeasured ? 40 : 200))
      expect(cleanShare(told)).toBeGreaterThanOrEqual(floor);
  });
});

/** Two projects at a time: half of a scenario is waiting. */
async function play(): Promise<readonly Told[]> {
  const queue = [...projects];
  const told: Told[] = [];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for await (const one of playAll(next)) {
        told.push(one);
        process.stdout.write(`${told.length} ${line(one)}\n`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  return told;
}

async function* playAll(project: Project): AsyncGenerator<Told> {
  const { dir } = await project.ready();
  const resources = parseState(readFileSync(join(dir, 'terraform.tfstate'), 'utf8'));
  const scenarios = scenariosOf(project.name, resources, mutators, seed);
  for (const scenario of choice(scenarios, project.name)) yield await tell(project, scenario);
}
