import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/model/decision.ts';
import { decidedGrants } from '../../../src/reconcile/decide/granted.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { demoInput, demoRecords, runOn } from '../demo.ts';
import type { FlatInput } from '../flat-input.ts';

const address = 'module.web.aws_autoscaling_group.this';
const path = ['desired_capacity'];
let input: FlatInput;

beforeAll(async () => {
  input = await demoInput();
});

afterAll(removeFolders);

const scaled = demoRecords().filter(({ eventName }) => eventName === 'SetDesiredCapacity');

function verdictOf({ report }: RunResult): Verdict | undefined {
  return report.decisions.find(({ verdict }) => verdict.outcome === 'delegate')?.verdict;
}

describe('grants', () => {
  it('are found by field and owner, the newest of several', () => {
    const grant = (at: string) => ({ address, path, owner: 'scaler', at });
    const grantedAt = decidedGrants([
      grant('2026-03-01T00:00:00Z'),
      grant('2026-07-01T00:00:00.5Z'),
      grant('2026-07-01T00:00:00Z'),
    ]);

    expect(grantedAt(address, path, 'scaler')).toBe('2026-07-01T00:00:00.5Z');
    expect(grantedAt(address, ['min_size'], 'scaler')).toBeUndefined();
    expect(grantedAt('module.web', path, 'scaler')).toBeUndefined();
    expect(grantedAt(address, path, 'saver')).toBeUndefined();
    expect(decidedGrants()(address, path, 'scaler')).toBeUndefined();
  });

  it('let a run grant something lasting, however old the event is', async () => {
    const startedAt = '2026-12-01T09:00:00Z';
    const { project, report } = await runOn(input, scaled, { startedAt });

    const again = await runOn(input, scaled, { startedAt, tree: project.tree });

    expect(
      report.decisions.map(({ verdict: { outcome, granted, expires } }) => [
        outcome,
        granted,
        expires,
      ]),
    ).toContainEqual(['delegate', startedAt, '2027-03-02T00:00:00Z']);
    expect([...project.tree.values()].join('')).toContain(
      'owned by Cluster Autoscaler within 2..6 until 2027-03-01 (',
    );
    expect(again.patched).toEqual([]);
    expect(again.project.tree).toEqual(project.tree);
  });

  it('keep their term from run to run while nobody takes them up', async () => {
    const first = verdictOf(await runOn(input, scaled, { startedAt: '2026-03-15T09:00:00Z' }));
    const at = first?.granted ?? '';
    const principal = (await runOn(input, scaled)).report.intents[0]?.actor.principal ?? '';
    const granted = [{ address, path, owner: principal, at }];

    const later = await runOn(input, scaled, { startedAt: '2026-05-01T09:00:00Z', granted });
    const over = await runOn(input, scaled, { startedAt: '2026-06-14T09:00:00Z', granted });

    expect(at).toBe('2026-03-15T09:00:00Z');
    expect(verdictOf(later)).toEqual(first);
    expect(verdictOf(over)).toMatchObject({
      granted: '2026-06-14T09:00:00Z',
      expires: '2026-09-13T00:00:00Z',
    });
  });
});
