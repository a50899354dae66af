import { describe, expect, it } from 'vitest';
import type { MemoryUpdate } from '../../../src/ports/store/memory.ts';
import { type ProposedDrift, withProposed } from '../../../src/reconcile/memory/proposed.ts';
import { at, openDriftOf, serviceRun } from '../../adapters/store/service-runs.ts';

const here = { branch: 'parley/i-one', location: 'https://forge.example/1' };
const nothing: MemoryUpdate = { events: [], forgotten: [], open: [], closed: [] };

function recording(proposal?: ProposedDrift) {
  const { report } = serviceRun({ intents: [] }).record;
  const one = openDriftOf('one', at(1));
  const openDrifts = [proposal ? { ...one, proposal } : one, openDriftOf('two', at(1))];
  return { report: { ...report, openDrifts }, memory: nothing };
}

describe('where drifts are proposed', () => {
  it('is also recorded for those that a run left as they were', () => {
    const { report, memory } = withProposed(recording(), (intent) =>
      intent === 'i-one' ? here : undefined,
    );

    expect(report.openDrifts?.map(({ proposal }) => proposal)).toEqual([here, undefined]);
    expect(memory?.open).toEqual(report.openDrifts?.slice(0, 1));
  });

  it('replaces what the run would have written about the same drift', () => {
    const given = recording();
    const open = given.report.openDrifts;
    const { memory } = withProposed({ ...given, memory: { ...nothing, open } }, () => here);

    expect(memory?.open.map(({ address }) => address).sort()).toEqual(['q.one', 'q.two']);
    expect(memory?.open.map(({ proposal }) => proposal)).toEqual([here, here]);
  });

  it('is dropped if nothing is proposed any more, unless the earlier proposal is returned', () => {
    const gone = withProposed(recording(here), () => undefined);
    const kept = withProposed(recording(here), (_, before) => before);

    expect(gone.memory?.open.map(({ proposal }) => proposal)).toEqual([undefined]);
    expect(kept).toEqual(recording(here));
  });

  it('is not recorded for a drift without a decision', () => {
    const given = recording();
    const [first] = given.report.openDrifts;
    const openDrifts = first ? [{ ...first, verdicts: [] }] : [];
    const asked = { ...given, report: { ...given.report, openDrifts } };

    expect(withProposed(asked, () => here)).toBe(asked);
  });
});
