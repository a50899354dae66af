import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { groupBy } from '../../../src/model/group.ts';
import { seed } from '../../seed.ts';
import { useProject } from '../harness/project.ts';
import { parseState } from '../harness/state.ts';
import { scenariosOf } from './choose.ts';
import { fuzzed } from './projects.ts';
import { type Told, tell } from './run.ts';
import type { Scenario } from './scenario.ts';
import { mutators } from './table.ts';
import { line, summary } from './tables.ts';

/*
 * PARLEY_FUZZ=all plays every scenario, `each` one of each kind for each mutator, a number that many,
 * and any other text those whose title has it. PARLEY_SEED draws others.
 */
const asked = process.env['PARLEY_FUZZ'] ?? '40';

const projects = new Map(fuzzed.map((name) => [name, useProject(name)]));
const [one] = projects.values();

one?.describe('fuzz', () => {
  it('never writes what is not live, and says what it leaves', {
    timeout: 36_000_000,
  }, async () => {
    const told = await play(await chosen());

    process.stdout.write(summary(told, mutators, seed));
    expect(told.filter(({ finding }) => finding.kind === 'wrong').map(line)).toEqual([]);
  });
});

async function chosen(): Promise<readonly Scenario[]> {
  const words = /^(all|each(:.*)?|\d+)$/.test(asked) ? [] : asked.split(',');
  const wanted = [...projects].filter(
    ([name]) =>
      !words.some((word) => fuzzed.includes(word.split(':')[0] ?? '')) ||
      words.some((word) => word.startsWith(`${name}:`)),
  );
  const states = await Promise.all(
    wanted.map(async ([name, project]) => {
      const { dir } = await project.ready();
      return [name, parseState(readFileSync(join(dir, 'terraform.tfstate'), 'utf8'))] as const;
    }),
  );
  const all = scenariosOf(new Map(states), mutators, seed);
  if (asked === 'all') return all;
  if (asked.startsWith('each')) return firstOfEach(all, asked.slice('each:'.length));
  return words.length === 0
    ? all.slice(0, Number(asked))
    : all.filter(({ title }) => words.some((word) => title.includes(word)));
}

function firstOfEach(scenarios: readonly Scenario[], kinds: string): readonly Scenario[] {
  const byKind = groupBy(scenarios, ({ kind, mutators: [first] }) => `${kind} ${first?.name}`);
  return [...byKind.values()]
    .flatMap((ones) => ones.slice(0, 1))
    .filter(({ kind }) => kinds === '' || kinds.split(',').includes(kind));
}

/** Two at a time: half of a scenario is waiting. */
async function play(scenarios: readonly Scenario[]): Promise<readonly Told[]> {
  const queue = [...scenarios];
  const told: Told[] = [];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const project = projects.get(next.project);
      if (project === undefined) continue;
      const one = await tell(project, next);
      told.push(one);
      process.stdout.write(`${told.length}/${scenarios.length} ${line(one)}\n`);
    }
  };
  await Promise.all([worker(), worker()]);
  return told;
}
