import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepScratch } from '../../../src/code/terraform/run/scratch/sweep.ts';
import { copiesIn } from '../../code/terraform/run/copies.ts';
import { eventually } from '../../eventually.ts';
import { seed } from '../../seed.ts';
import { createChance } from '../harness/chance.ts';
import { openProgram, type Program } from '../harness/program.ts';
import { setUps } from '../harness/set-ups.ts';
import { github } from '../harness/vendors/github.ts';
import { marked } from '../verify/marked.ts';
import { names, type Outcome } from './outcome.ts';
import { type PlannedEstate, startPlanned } from './planned.ts';
import { playStory } from './story.ts';

const minutes = 60_000;
const [, start] = setUps.find(([name]) => name === 'embedded') ?? [];
const isAll = process.env['PARLEY_CHAOS'] === 'all';

/*
 * The story of people again, with queues in an emulated account: every run plans, and the service
 * is killed during the plans. Terraform takes some minutes, so this runs at night.
 */
describe.skipIf(!isAll || startPlanned === undefined)('a service killed while it plans', () => {
  let program: Program;
  let estate: PlannedEstate;
  let calm: Outcome;
  const began = Date.now();
  const playOnce = (kills: number, until?: Outcome): Promise<Outcome> => {
    if (start === undefined) throw new Error('It needs nothing but a folder.');
    const chance = createChance(seed);
    const how = { program, start, estate, vendor: github, began, kills, chance };
    return playStory({ ...how, ...(until === undefined ? {} : { until }) });
  };

  beforeAll(async () => {
    if (startPlanned === undefined) return;
    program = openProgram();
    estate = await startPlanned(names);
    calm = await playOnce(0);
  }, 30 * minutes);
  afterAll(async () => {
    await estate?.stop();
    program?.remove();
  });

  it(
    'ends as if nothing had happened',
    async () => {
      expect(calm).toMatchObject({ dispatched: 1, openPulls: 3 });
      expect(calm.ledger.length).toBeGreaterThan(0);

      expect(await playOnce(8, calm)).toEqual(calm);
    },
    30 * minutes,
  );

  it('leaves no process and no copy of a state', async () => {
    const { scratch } = estate;
    await eventually(() => expect(marked(scratch)).toEqual([]));
    await sweepScratch(scratch);

    expect(readdirSync(scratch).length).toBeGreaterThan(0);
    expect(copiesIn(scratch)).toEqual([]);
  });
});
