import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { seed } from '../../seed.ts';
import { useProject } from '../harness/project.ts';
import { stateFile } from '../harness/stacks.ts';
import { parseState } from '../harness/state.ts';
import { choiceOf, mayPlay, scenariosOf } from './choose.ts';
import { journalAt } from './journal.ts';
import { play } from './run.ts';
import { sites } from './sites.ts';
import { mutators } from './table.ts';
import { cleanShare, line, summary } from './tables.ts';
import type { Told } from './told.ts';

/** What is played: 40 scenarios, or what PARLEY_FUZZ says. PARLEY_SEED draws others. */
const asked = process.env['PARLEY_FUZZ'] || '40';

/** What was measured, less a little; of other seeds, few scenarios say little. */
const floor = 0.8;
const isMeasured = process.env['PARLEY_SEED'] === undefined;

const places = sites
  .filter(({ name }) => mayPlay(asked, name))
  .map((site) => ({ site, project: useProject(site.project) }));
const names = sites.map(({ name }) => name);
const choice = choiceOf(asked, names);
const journal = journalAt(process.env['PARLEY_FUZZ_JOURNAL'], seed);

places[0]?.project.describe('fuzz', () => {
  it('writes what is live and nothing else', { timeout: 36_000_000 }, async () => {
    const told = [...journal.told, ...(await playAll())];

    process.stdout.write(summary(told, mutators, seed));
    expect(told.filter(({ finding }) => finding.kind === 'wrong').map(line)).toEqual([]);
    if (told.length >= (isMeasured ? 40 : 200))
      expect(cleanShare(told)).toBeGreaterThanOrEqual(floor);
  });
});

/** Two places at a time: half of a scenario is waiting. */
async function playAll(): Promise<readonly Told[]> {
  const queue = [...places];
  const told: Told[] = [];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for await (const one of playAt(next)) {
        told.push(one);
        journal.keep(one);
        process.stdout.write(`${told.length} ${line(one)}\n`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  return told;
}

async function* playAt({ site, project }: (typeof places)[number]): AsyncGenerator<Told> {
  const done = new Set(journal.told.map(({ title }) => title));
  const { dir } = await project.ready();
  const resources = parseState(readFileSync(stateFile(dir, site.stack), 'utf8'));
  const scenarios = scenariosOf(site.name, resources, mutators, seed);
  for (const scenario of choice(scenarios, site.name)) {
    if (!done.has(scenario.title)) yield await play(project, site, scenario);
  }
}
