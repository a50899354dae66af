import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cases } from '../cases.ts';
import { removeFolders } from '../entry/cli/parley.ts';
import { record as call } from '../entry/cli/records.ts';
import { end, start, record as step } from '../evidence/audit/azure/records.ts';
import { entry } from '../evidence/audit/gcp/entries.ts';
import { record as request } from '../evidence/audit/kubernetes/records.ts';
import { compute, call as google, restartIds } from './gcp/entries.ts';
import { type Outcome, reconcile } from './gcp/reconcile.ts';

beforeEach(restartIds);
afterEach(removeFolders);

const pool = 'projects/shop-prod/locations/europe-west3/clusters/main/nodePools/general';
const half = (id: string, part: 'first' | 'last') => ({
  operation: { id, producer: 'compute.googleapis.com', [part]: true },
});

/** Calls that succeeded, failed, came twice, did not end or only read, and other JSON. */
function everything(): readonly unknown[] {
  return [
    ...compute('instances.stop', 'zones/europe-west3-a/instances/web', {}),
    ...compute('firewalls.patch', 'global/firewalls/allow-ssh', { priority: '900' }),
    google({
      service: 'container',
      method: 'google.container.v1.ClusterManager.SetNodePoolManagement',
      resource: pool,
      request: { name: pool, management: { autoRepair: true } },
    }),
    entry(),
    entry({}, { insertId: 'open', ...half('o', 'first') }),
    entry({}, { insertId: 'ended', ...half('p', 'last') }),
    step('rest', start),
    step('rest', end),
    step('diagnostic', start, { correlationId: 'x' }),
    step('rest', { ...start, id: 'open' }, { correlationId: 'y' }),
    request({ auditID: 'k1' }),
    request({ auditID: 'k1', stage: 'RequestReceived' }),
    request({ auditID: 'k2', verb: 'delete' }),
    request({ auditID: 'k3', stageTimestamp: '2022-11-29 00:09:04.38' }),
    request({ auditID: 'k4', verb: 'get' }),
    call('a1', 'ec2', 'StopInstances', {}),
    call('a2', 'ec2', 'NobodyKnowsThis', {}),
    { hello: 'world' },
  ];
}

/** Dispositions of calls that are counted as dropped but still have a line. */
const aside: ReadonlySet<string> = new Set(['failed', 'duplicate']);

function balance({ report, trace }: Outcome): object {
  const { read, kept, dropped } = report.inputs.events;
  const counted = Object.values(dropped).reduce((sum, count) => sum + count, 0);
  const open = (dropped['unfinished'] ?? 0) + (dropped['pending'] ?? 0);
  const lines = trace.filter(({ disposition }) => !aside.has(disposition));
  return {
    left: read - kept - counted,
    untold: kept + open - new Set(lines.map(({ event }) => event)).size,
  };
}

describe('every record', () => {
  it('has a line in the trace, or is counted with its reason', async () => {
    const all = everything().map((one) => JSON.stringify(one));
    const outcome = await reconcile('flat', [], { logs: { 'log.jsonl': all.join('\n') } });

    expect(balance(outcome)).toEqual({ left: 0, untold: 0 });
    expect(outcome.trace.map(({ operation }) => operation)).toContain(
      'container.googleapis.com:ClusterManager.SetNodePoolManagement',
    );
    expect(outcome.report.inputs.events.read).toBe(all.length);
  });

  it('is accounted for whatever else is in the log, and however often it comes', async () => {
    const all = everything().map((one) => JSON.stringify(one));
    const some = fc.shuffledSubarray(all, { minLength: 1 });

    await fc.assert(
      fc.asyncProperty(some, fc.shuffledSubarray(all), async (first, again) => {
        const text = [...first, ...again, all[1] ?? ''].join('\n');
        const outcome = await reconcile('flat', [], { logs: { 'log.jsonl': text } });

        expect(balance(outcome)).toEqual({ left: 0, untold: 0 });
        expect(outcome.report.inputs.events.read).toBe(text.split('\n').length);
      }),
      { numRuns: cases(100, 10) },
    );
  });
});
