import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { seed } from '../../seed.ts';
import { useProject } from '../harness/project.ts';
import { stateFile } from '../harness/stacks.ts';
import { parseState } from '../harness/state.ts';
import { choiceOf, mayPlay, scenariosOf } from './choose.ts';
import { journalAt } from './journal.ts';
import type { Reported } from './outcome.ts';
import { play } from './run.ts';
import { sites } from './sites.ts';
import { mutators } from './table.ts';
import { cleanShare, line, summary } from './tables.ts';

/** Which scenarios are played: 40, or those that PARLEY_FUZZ asks for. PARLEY_SEED draws others. */
const asked = process.env['PARLEY_FUZZ'] || '40';

/** The measured share less a margin; with another seed, a small number of scenarios says little. */
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
    const reported = [...journal.reported, ...(await playAll())];

    process.stdout.write(summary(reported, mutators, seed));
    expect(reported.filter(({ finding }) => finding.kind === 'wrong').map(line)).toEqual([]);
    if (reported.length >= (isMeasured ? 40 : 200))
      expect(cleanShare(reported)).toBeGreaterThanOrEqual(floor);
  });
});

/** Plays at two places at a time, since half of a scenario is waiting. */
async function playAll(): Promise<readonly Reported[]> {
  const queue = [...places];
  const reported: Reported[] = [];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for await (const one of playAt(next)) {
        reported.push(one);
        journal.keep(one);
        process.stdout.write(`${reported.length} ${line(one)}\n`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
  return reported;
}

async function* playAt({ site, project }: (typeof places)[number]): AsyncGenerator<Reported> {
  const done = new Set(journal.reported.map(({ title }) => title));
  const { dir } = await project.ready();
  const resources = parseState(readFileSync(stateFile(dir, site.stack), 'utf8'));
  const scenarios = scenariosOf(site.name, resources, mutators, seed);
  for (const scenario of choice(scenarios, site.name)) {
    if (!done.has(scenario.title)) yield await play(project, site, scenario);
  }
}
