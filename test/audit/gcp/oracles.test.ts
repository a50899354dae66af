import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GcpCounts } from '../../../src/audit/gcp/types.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { isBalanced, lines, read } from './entries.ts';

const root = process.env['PARLEY_ORACLES'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('oracles');

function textOf(file: string): string {
  if (root === undefined) throw new Error('Set PARLEY_ORACLES to the folder of the oracles.');
  return readFileSync(join(root, 'audit', 'gcp', `${file}.jsonl`), 'utf8');
}

function entriesOf(file: string): readonly JsonObject[] {
  const texts = textOf(file).split('\n');
  return texts.filter((text) => text.trim() !== '').map((text) => JSON.parse(text) as JsonObject);
}

const services = 'GoogleCloudPlatform__professional-services';
const analytics = 'GoogleCloudPlatform__security-analytics';
const plaso = 'log2timeline__plaso';

const files: readonly (readonly [string, Pick<GcpCounts, 'read' | 'kept' | 'dropped'>])[] = [
  [
    services,
    {
      read: 23,
      kept: 10,
      dropped: {
        'data-access': 1,
        failed: 2,
        folded: 2,
        invalid: 1,
        'read-only': 4,
        'sign-in': 1,
        unfinished: 2,
      },
    },
  ],
  [analytics, { read: 14, kept: 7, dropped: { 'data-access': 2, 'read-only': 2, 'sign-in': 3 } }],
  [plaso, { read: 9, kept: 4, dropped: { failed: 1, folded: 3, unfinished: 1 } }],
];

describe.skipIf(root === undefined && !required)('entries of real logs', () => {
  it.each(files)('%s: every entry is kept, or dropped for a reason', async (file, expected) => {
    const result = await read(textOf(file));

    expect(result.counts).toMatchObject(expected);
    expect(result.counts.dropped).toEqual(expected.dropped);
    expect(isBalanced(result)).toBe(true);
    expect(result.fatal).toEqual([]);
    expect(result.problems.map(({ code }) => code)).toEqual(
      Array.from({ length: expected.dropped.invalid ?? 0 }, () => 'record-scope'),
    );
  });

  it.each(files)('%s: order and form make no difference', async (file) => {
    const entries = entriesOf(file);
    const facts = async (text: string) =>
      (await read(text)).events
        .filter(({ id }) => id.split('~').length === 2)
        .map(({ place: _, digest: _digest, details: _details, ...rest }) => rest)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const expected = await facts(textOf(file));

    expect(await facts(lines(entries.toReversed()))).toHaveLength(expected.length);
    expect(await facts(JSON.stringify({ entries }))).toEqual(expected);
    expect(await facts(JSON.stringify(entries, null, 2))).toEqual(expected);
  });

  it.each(files)('%s: again gives nothing new', async (file, expected) => {
    const { counts } = await read({ 'a.jsonl': textOf(file), 'b.jsonl': textOf(file) });

    expect(counts.kept).toBe(expected.kept);
  });

  it('leaves the events in one shape', async () => {
    for (const [file] of files) {
      for (const event of (await read(textOf(file))).events) {
        expect(event.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(event.operation).toMatch(/^(?:\w+\.)?\w+$/);
        expect(event.operation).not.toMatch(/\bv\d|\bbeta\b|google/);
        expect(event.service).toMatch(/^[a-z0-9-]+\.googleapis\.com$/);
        expect(event.region).toMatch(/^(?:global|us|[a-z]+-[a-z]+\d+)$/);
        expect(event.caller.userAgent).not.toContain('gzip(gfe)');
        expect(event.id).toMatch(/^\S+$/);
      }
    }
  });

  it.each([
    [services, 3, 'projects.setCommonInstanceMetadata', 'gsec-monitoring-prod', 'global', 'User'],
    [services, 8, 'buckets.create', 'testproject-320520', 'us', 'User'],
    [services, 9, 'setIamPermissions', 'sample-logs-prod', 'us-central1', 'User'],
    [services, 10, 'objects.create', 'testproject-320520', 'us', 'ServiceAgent'],
    [services, 13, 'buckets.update', 'anon-logs-prod', 'us', 'ServiceAccount'],
    [services, 15, 'changes.create', 'testproject-320520', 'global', 'User'],
    [
      services,
      17,
      'instances.migrateOnHostMaintenance',
      'cso-lab-management',
      'us-west2',
      'System',
    ],
    [services, 21, 'subnetworks.insert', 'apszaz-shsvc-services-5af0da', 'asia-east1', 'User'],
    [analytics, 3, 'SetIamPolicy', 'my-project', 'global', 'User'],
    [analytics, 9, 'subnetworks.patch', '1234', 'us-central1', 'User'],
    [plaso, 1, 'networks.insert', 'fake-project', 'global', 'User'],
    [plaso, 6, 'instances.insert', 'fake-project', 'us-central1', 'User'],
    [plaso, 8, 'CreateServiceAccount', 'ketchup', 'global', 'ServiceAccount'],
  ])(
    '%s, entry %i is %s in %s, %s, by a %s',
    async (file, record, operation, scope, region, type) => {
      const { events } = await read(textOf(file));
      const event = events.find(({ place }) => place.record === record);

      expect(event).toMatchObject({ operation, scope, region, caller: { type } });
    },
  );

  it('keeps chains of impersonation and the deltas of policies', async () => {
    const { events, unfinished } = await read(textOf(plaso));
    const { events: policies } = await read(textOf(analytics));

    expect(unfinished[0]?.caller.delegation).toHaveLength(2);
    expect(events.at(-1)?.caller.delegation).toHaveLength(1);
    expect(policies.filter(({ details }) => details['bindingDeltas'] !== undefined)).toHaveLength(
      3,
    );
  });
});
