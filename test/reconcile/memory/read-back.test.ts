import { afterAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { type Act, createWorld, reads, recordOf, timeOf } from './memory-world.ts';

afterAll(removeFolders);

const raised: Act = { minute: 10, who: 'jonas', what: { kind: 'timeout', value: 90 } };

/** Who is said to have set which value, what is live, and what the log said. */
function told({ report }: RunResult) {
  const [drift] = report.drifts;
  const loggedValue = drift?.loggedValue;
  return {
    parties: report.intents.map(({ actor, summary }) => `${actor.name}: ${summary}`),
    live: drift?.live.kind === 'value' ? drift.live.value : drift?.live,
    ...(loggedValue?.kind === 'value' && { log: loggedValue.value }),
  };
}

const summary = (to: number): string =>
  `Raised visibility timeout of queue orders from 30 to ${to} seconds`;

describe('a value that a provider reads and the log does not have', () => {
  it('is what the last call set, in the run that reads it and in later ones', async () => {
    const world = await createWorld();
    const expected = { parties: [`jonas@example.com: ${summary(70)}`], live: 70, log: 90 };

    const reading = await world.scan([recordOf(raised, 1)], timeOf(15), reads(70));
    const same = await world.scan([], timeOf(15));
    const later = await world.scan([], timeOf(60), reads(70));

    expect([reading, same, later].map(told)).toEqual([expected, expected, expected]);
  });

  it.each([70, 90])('is of an unknown actor if %i was read since the last call', async (first) => {
    const world = await createWorld();
    const parties = [`jonas@example.com: ${summary(90)}`, `unknown: ${summary(75)}`];
    await world.scan([recordOf(raised, 1)], timeOf(15), reads(first));

    const reading = await world.scan([], timeOf(60), reads(75));
    const same = await world.scan([], timeOf(60));
    const later = await world.scan([], timeOf(90), reads(75));

    for (const result of [reading, same, later]) {
      expect(told(result)).toEqual({ parties, live: 75 });
    }
  });

  it('belongs to a call whose record arrives after the read', async () => {
    const world = await createWorld();
    const late: Act = { minute: 50, who: 'maria', what: { kind: 'timeout', value: 75 } };
    await world.scan([recordOf(raised, 1)], timeOf(15), reads(90));
    await world.scan([], timeOf(60), reads(75));

    const { report } = await world.scan([recordOf(late, 2)], timeOf(61));

    expect(report.drifts.map(({ writes }) => writes?.at(-1)?.event)).toEqual([
      recordOf(late, 2)['eventID'],
    ]);
    expect(report.intents.map(({ actor }) => actor.name)).not.toContain('unknown');
  });
});
