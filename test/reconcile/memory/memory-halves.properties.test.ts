import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileSource } from '../../../src/evidence/audit/files/types.ts';
import { readAuditLogs } from '../../../src/evidence/audit/read.ts';
import { formatPath } from '../../../src/model/path.ts';
import { ok } from '../../../src/model/result.ts';
import type { Memory } from '../../../src/ports/store/memory.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { cases, timeFor } from '../../cases.ts';
import { shop, states, vnet, web } from '../../clouds/azure/estates.ts';
import * as azure from '../../clouds/azure/records.ts';
import * as gcp from '../../clouds/gcp/entries.ts';
import { flatState } from '../../clouds/gcp/estates.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { createWorld, type World } from './memory-world.ts';

afterAll(removeFolders);

/** A call that leaves two records: one for its start and one for its end. */
interface Act {
  readonly what: 'first' | 'second' | 'third';
  readonly value: number;
  readonly minute: number;
  readonly ends: 'well' | 'badly' | 'never';
  /** Whether its correlation id is shared by calls on other resources, as in one deployment. */
  readonly shared: boolean;
}

interface Cloud {
  readonly folder: string;
  readonly state: string;
  recordsOf(acts: readonly Act[]): readonly unknown[];
}

const statuses = { well: 'Succeeded', badly: 'Failed', never: 'pending' } as const;

function azureCall({ what, value, minute, ends, shared }: Act, earlier: number): azure.Call {
  const common = {
    minute,
    status: statuses[ends],
    ...(shared ? { correlation: azure.guid('c', 900 + earlier) } : {}),
  };
  const net = 'Microsoft.Network';
  switch (what) {
    case 'first':
      return {
        ...common,
        operation: `${net}/virtualNetworks/write`,
        id: shop(vnet),
        method: 'PUT',
        body: {
          location: 'westeurope',
          properties: {
            addressSpace: { addressPrefixes: ['10.20.0.0/16'] },
            dhcpOptions: { dnsServers: [`10.20.0.${value}`] },
          },
        },
      };
    case 'second':
      return {
        ...common,
        operation: `${net}/networkSecurityGroups/securityRules/write`,
        id: `${shop(web)}/securityRules/allow-${value}`,
        method: 'PUT',
        body: {
          properties: {
            access: 'Allow',
            direction: 'Inbound',
            protocol: 'Tcp',
            priority: 200 + value,
            sourcePortRange: '*',
            sourceAddressPrefix: '*',
            destinationAddressPrefix: '*',
            destinationPortRange: String(8000 + value),
          },
        },
      };
    case 'third':
      return {
        ...common,
        operation: `${net}/virtualNetworks/subnets/write`,
        id: shop(`${vnet}/subnets/snet-data`),
        method: 'PUT',
        body: { properties: { addressPrefix: `10.20.${value}.0/24` } },
      };
  }
}

const onAzure: Cloud = {
  folder: 'azure/projects/flat',
  state: states.flat,
  recordsOf(acts) {
    azure.restartIds();
    return acts.flatMap((act, index) => {
      const alike = acts.slice(0, index).filter(({ what, value }) => {
        return what === act.what && (what !== 'second' || value === act.value);
      });
      return azure.records(azureCall(act, alike.length));
    });
  },
};

function gcpEntries({ what, value, minute, ends }: Act): readonly unknown[] {
  const at = { at: minute };
  const [begun, ended] =
    what === 'first'
      ? gcp.compute(
          'firewalls.patch',
          'global/firewalls/allow-web',
          { priority: `${800 + value}` },
          at,
        )
      : what === 'second'
        ? gcp.compute(
            'disks.resize',
            'zones/europe-west3-b/disks/data',
            { sizeGb: `${80 + value}` },
            at,
          )
        : gcp.compute(
            'firewalls.patch',
            'global/firewalls/allow-ssh',
            { sourceRanges: ['198.51.100.0/24', `203.0.113.${value}/32`] },
            at,
          );
  if (ends === 'never') return [begun];
  if (ends === 'well') return [begun, ended];
  const { protoPayload, ...rest } = ended as { readonly protoPayload: object };
  const status = { code: 10, message: 'ABORTED' };
  return [begun, { ...rest, severity: 'ERROR', protoPayload: { ...protoPayload, status } }];
}

const onGoogle: Cloud = {
  folder: 'gcp/projects/flat',
  state: flatState,
  recordsOf(acts) {
    gcp.restartIds();
    return acts.flatMap(gcpEntries);
  },
};

const history: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    what: fc.constantFrom('first' as const, 'second' as const, 'third' as const),
    value: fc.integer({ min: 5, max: 8 }),
    minute: fc.nat({ max: 20 }),
    ends: fc.constantFrom('well' as const, 'well' as const, 'badly' as const, 'never' as const),
    shared: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

const maxRuns = 4;

/** Acts with the runs that read each of their records: late, repeatedly, in any order. */
const cutHistory = history.chain((acts) =>
  fc.record({
    acts: fc.constant(acts),
    reads: fc.array(
      fc
        .array(fc.nat({ max: maxRuns - 1 }), { minLength: 1, maxLength: 3 })
        .map((runs) => new Set(runs)),
      { minLength: acts.length * 2, maxLength: acts.length * 2 },
    ),
  }),
);

const end = '2026-03-15T12:00:00Z';

async function scanner(cloud: Cloud, broken?: (memory: Memory) => Memory) {
  const folder = join(import.meta.dirname, '../../clouds', cloud.folder);
  const tree = new Map(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  const world: World = await createWorld({ state: cloud.state });
  if (broken !== undefined) world.broken = broken;
  return (records: readonly unknown[], now: string): Promise<RunResult> =>
    world.scan([], now, {
      items: readAuditLogs(['log.json'], { files: fileOf(JSON.stringify(records)) }),
      loadOptions: { varFiles: [], env: {}, workspace: 'default' },
      tree,
    });
}

function fileOf(text: string): FileSource {
  return {
    kindOf: async () => ok('file'),
    list: async () => ok([]),
    async *open() {
      yield Buffer.from(text);
    },
  };
}

function outcome({ report, patched }: RunResult): unknown {
  return {
    open: (report.openDrifts ?? []).map(({ id, address, path, live, evidence }) => ({
      ...{ id, live, evidence },
      place: `${address} ${formatPath(path)}`,
    })),
    asked: (report.openQuestions ?? []).map(({ id, calls }) => ({ id, calls })),
    unfinished: report.unresolved.filter(({ code }) => code === 'unfinished-call').length,
    drifts: report.drifts,
    intents: report.intents,
    decisions: report.decisions,
    reverted: report.reverted,
    files: patched.map(({ intent, files }) => [intent.id, files]),
  };
}

function cutsMeanNothing(cloud: Cloud, broken?: (memory: Memory) => Memory) {
  return fc.asyncProperty(cutHistory, async ({ acts, reads }) => {
    const records = cloud.recordsOf(acts);
    const piece = await scanner(cloud, broken);
    const whole = await scanner(cloud);
    let last: RunResult | undefined;
    for (let run = 0; run < maxRuns; run += 1) {
      const some = records.filter((_, index) => reads[index]?.has(run));
      const now = run === maxRuns - 1 ? end : `2026-03-15T1${run}:30:00Z`.replace('T12', 'T11');
      last = await piece(run % 2 === 0 ? some : some.toReversed(), now);
    }

    const all = await whole(records, end);

    expect(last && outcome(last)).toEqual(outcome(all));
  });
}

const runs = cases(2_000, 60);

describe.each([
  ['Azure', onAzure],
  ['Google Cloud', onGoogle],
])('what is open on %s', (_, cloud) => {
  it('is the same when calls begin in one log and end in another', timeFor(runs), async () => {
    await fc.assert(cutsMeanNothing(cloud), { numRuns: runs });
  });

  it('would visibly differ if a run forgot calls that have only begun', async () => {
    const forgetful = ({ events, ...rest }: Memory): Memory => ({
      ...rest,
      events: events.filter(({ steps }) => steps === undefined || steps.state === 'done'),
    });
    const { failed } = await fc.check(cutsMeanNothing(cloud, forgetful), {
      numRuns: 100,
      endOnFailure: true,
    });

    expect(failed).toBe(true);
  });
});
