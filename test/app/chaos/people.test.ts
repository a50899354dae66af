import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePlaces, type Places } from '../../places.ts';
import { seed } from '../../seed.ts';
import { createChance } from '../harness/chance.ts';
import { openProgram, type Program } from '../harness/program.ts';
import { type SetUp, type SetUpName, setUps } from '../harness/set-ups.ts';
import { gitea } from '../harness/vendors/gitea.ts';
import { github } from '../harness/vendors/github.ts';
import { gitlab } from '../harness/vendors/gitlab.ts';
import type { Vendor } from '../harness/vendors/types.ts';
import type { Outcome } from './outcome.ts';
import { playStory } from './story.ts';

interface Place {
  readonly start: () => Promise<SetUp>;
  readonly vendor: Vendor;
}

const vendors = [
  ['GitHub', github],
  ['GitLab', gitlab],
  ['Gitea', gitea],
] as const;

/** `PARLEY_CHAOS=all` runs the story in every set-up with every forge, and with more kills. */
const isAll = process.env['PARLEY_CHAOS'] === 'all';
const ordinary: ReadonlySet<string> = new Set<`${SetUpName} with ${string}`>([
  'embedded with GitLab',
]);
const kills = isAll ? 10 : 1;

const places: Places<Place> = setUps
  .flatMap(([where, start]) =>
    vendors.map(([name, vendor]) => [`${where} with ${name}`, start && { start, vendor }] as const),
  )
  .filter(([name]) => isAll || ordinary.has(name));

let program: Program;
let calm: Outcome;
const began = Date.now();
const minutes = 60_000;

beforeAll(async () => {
  program = openProgram();
  const [, start] = setUps.find(([name]) => name === 'embedded') ?? [];
  if (start === undefined) throw new Error('It needs nothing but a folder.');
  const chance = createChance(seed);
  calm = await playStory({ ...{ program, start, vendor: github, began, chance }, kills: 0 });
}, 15 * minutes);
afterAll(() => program.remove());

/*
 * People answer while parts of the service are killed, and the test retries nothing: in the end
 * ids, proposals, feedback, answers and ledger equal those of an undisturbed run on another forge.
 */
it('has proposals, reviews and answers in an undisturbed run', () => {
  expect(calm.reviews).toHaveLength(4);
  expect(calm.answers).toHaveLength(1);
  expect(calm.dispatched).toBe(1);
  expect(calm.openPulls).toBe(3);
});

describePlaces('a service that is killed while people answer', places, ({ start, vendor }) => {
  it(
    'ends as if nothing had happened',
    async () => {
      const chance = createChance(seed);
      const reported = await playStory({
        ...{ program, start, vendor, began, chance, kills },
        until: calm,
      });

      expect(reported).toEqual(calm);
    },
    20 * minutes,
  );
});
