import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { classifyActor } from '../../../src/evidence/actor/classify.ts';
import { builtInSignatures } from '../../../src/evidence/actor/signatures.ts';
import { awsCallerOf } from '../../../src/evidence/audit/cloudtrail/caller.ts';
import type { AuditCounts } from '../../../src/evidence/audit/core/types.ts';
import type { ActorClass, ActorEvidence } from '../../../src/model/actor.ts';
import type { AuditEvent } from '../../../src/model/event.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../src/model/json.ts';
import { eventBy } from '../actor/caller.ts';
import { isBalanced } from './gather.ts';
import { read } from './read.ts';

const root = process.env['PARLEY_ORACLES'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('oracles');

function folderOf(cloud: string): string {
  if (root === undefined) throw new Error('Set PARLEY_ORACLES to the folder of the oracles.');
  return join(root, 'audit', cloud);
}

function bytesOf(file: string, cloud = 'aws'): Buffer {
  return readFileSync(join(folderOf(cloud), `${file}.jsonl`));
}

function recordsOf(file: string, cloud = 'aws'): readonly JsonObject[] {
  const lines = bytesOf(file, cloud).toString('utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as JsonObject);
}

type Expected = Pick<AuditCounts, 'read' | 'kept' | 'dropped'>;

const files: readonly (readonly [file: string, expected: Expected])[] = [
  [
    'DataDog__stratus-red-team',
    { read: 310, kept: 45, dropped: { failed: 3, 'read-only': 261, 'sign-in': 1 } },
  ],
  [
    'awsdocs__amazon-dynamodb-developer-guide',
    { read: 10, kept: 7, dropped: { failed: 2, 'read-only': 1 } },
  ],
  ['awsdocs__amazon-ec2-auto-scaling-user-guide', { read: 1, kept: 1, dropped: {} }],
  ['awsdocs__amazon-ec2-user-guide', { read: 18, kept: 12, dropped: { 'read-only': 6 } }],
  ['awsdocs__amazon-ecs-developer-guide', { read: 2, kept: 2, dropped: {} }],
  ['awsdocs__amazon-route53-docs', { read: 6, kept: 5, dropped: { 'read-only': 1 } }],
  [
    'awsdocs__aws-cloudtrail-user-guide',
    {
      read: 22,
      kept: 4,
      dropped: { digest: 2, failed: 1, insight: 5, 'read-only': 2, 'sign-in': 8 },
    },
  ],
  ['awsdocs__aws-kms-developer-guide', { read: 69, kept: 38, dropped: { 'read-only': 31 } }],
  [
    'fivexl__terraform-aws-cloudtrail-to-slack',
    { read: 11, kept: 3, dropped: { invalid: 2, 'read-only': 2, 'sign-in': 4 } },
  ],
  ['flosell__trailscraper', { read: 3, kept: 0, dropped: { 'read-only': 3 } }],
  ['grycap__cloudtrail-tracker', { read: 142, kept: 8, dropped: { failed: 1, 'read-only': 133 } }],
  ['log2timeline__plaso', { read: 6, kept: 5, dropped: { 'read-only': 1 } }],
  [
    'splunk__security_content',
    { read: 48, kept: 37, dropped: { failed: 4, 'read-only': 6, 'sign-in': 1 } },
  ],
];

const others: readonly (readonly [cloud: string, file: string, expected: Expected])[] = [
  ['azure', 'Azure__azure-xplat-cli', { read: 273, kept: 139, dropped: { folded: 134 } }],
  ['azure', 'SumoLogic__sumologic-azure-function', { read: 1, kept: 0, dropped: { pending: 1 } }],
  [
    'gcp',
    'GoogleCloudPlatform__professional-services',
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
  [
    'gcp',
    'GoogleCloudPlatform__security-analytics',
    { read: 14, kept: 7, dropped: { 'data-access': 2, 'read-only': 2, 'sign-in': 3 } },
  ],
  [
    'gcp',
    'log2timeline__plaso',
    { read: 9, kept: 4, dropped: { failed: 1, folded: 3, unfinished: 1 } },
  ],
  [
    'k8s',
    'falcosecurity__falco-oldtests',
    { read: 51, kept: 48, dropped: { 'read-only': 1, stage: 2 } },
  ],
  [
    'k8s',
    'sysdiglabs__aks-audit-log',
    { read: 24, kept: 1, dropped: { failed: 1, 'read-only': 22 } },
  ],
];

const all = [...files.map(([file, expected]) => ['aws', file, expected] as const), ...others];

describe.skipIf(root === undefined && !required)('records of four clouds', () => {
  it('are complete', () => {
    const found = ['aws', 'azure', 'gcp', 'k8s'].flatMap((cloud) =>
      readdirSync(folderOf(cloud)).map((file) => `${cloud}/${file}`),
    );
    expect(found.sort()).toEqual(all.map(([cloud, file]) => `${cloud}/${file}.jsonl`).sort());
  });

  it.each(all)(
    '%s, %s: every record is kept, or dropped for a known reason',
    async (cloud, file, expected) => {
      const result = await read(bytesOf(file, cloud));

      expect(result.counts).toMatchObject(expected);
      expect(result.counts.dropped).toEqual(expected.dropped);
      expect(isBalanced(result)).toBe(true);
      expect(result.fatal).toEqual([]);
      expect(result.problems).toHaveLength(expected.dropped.invalid ?? 0);
      for (const event of result.events) {
        expect(event.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/);
        expect(event.operation).toMatch(shapes[event.cloud].operation);
        expect(event.service).toMatch(shapes[event.cloud].service);
        expect(event.caller.userAgent).not.toMatch(/^\[|gzip\(gfe\)$/);
        expect(event.id).toMatch(/^\S+$/);
        expect(event.digest).toMatch(/^[0-9a-f]{64}$/);
      }
    },
  );

  it('give the same events when everything is read twice, in another order', async () => {
    const once = Object.fromEntries(
      all.map(([cloud, file]) => [`${cloud}/${file}.jsonl`, bytesOf(file, cloud)]),
    );
    const again = Object.fromEntries(
      Object.entries(once).map(([path, bytes]) => [`again/${path}`, backwards(bytes)]),
    );
    const single = await read(once);
    const double = await read({ ...again, ...once });

    expect(single.counts.kept).toBe(all.reduce((sum, [, , { kept }]) => sum + kept, 0));
    expect(facts(double.events)).toEqual(facts(single.events));
    expect(isBalanced(double)).toBe(true);
  });

  it('may come in one stream, and in the envelopes of others', async () => {
    const records = all.flatMap(([cloud, file]) => recordsOf(file, cloud));
    const single = await read(records.map((each) => JSON.stringify(each)).join('\n'));
    const page = await read(JSON.stringify({ value: records }));
    const tree = await read(JSON.stringify(records, null, 2));

    expect(page.counts).toEqual(single.counts);
    expect(tree.counts).toEqual(single.counts);
  });
});

function backwards(bytes: Buffer): string {
  return bytes.toString('utf8').trim().split('\n').reverse().join('\n');
}

/** Events without the suffix of repeated masked ids, which depends on the order of records. */
function facts(events: readonly AuditEvent[]): readonly string[] {
  return events
    .map(({ id, place: _, digest: _digest, details: _details, ...rest }) =>
      canonicalJson({ ...rest, id: id.split('~')[0] ?? '' } as unknown as Json),
    )
    .sort();
}

const shapes = {
  aws: { operation: /^[A-Z]\w*[A-Za-z]$/, service: /^[a-z0-9-]+\.amazonaws\.com$/ },
  azure: { operation: /^[a-z/]+$/, service: /^microsoft\.[a-z]+$/ },
  gcp: { operation: /^(?:\w+\.)?[A-Za-z]+$/, service: /^[a-z0-9-]+\.googleapis\.com$/ },
  kubernetes: { operation: /^[a-z]+ [a-z.]+(?:\/[a-z]+)?$/, service: /^(?:core|[a-z0-9.-]+)$/ },
} as const;

describe.skipIf(root === undefined && !required)('records of real trails', () => {
  it.each(files)('%s: the form of the file makes no difference', async (file) => {
    const records = recordsOf(file);
    const lines = await read(bytesOf(file));
    const log = await read(gzipSync(JSON.stringify({ Records: records }, null, 1)));
    const page = await read(
      JSON.stringify({
        Events: records.map((each) => ({ CloudTrailEvent: JSON.stringify(each) })),
      }),
    );
    const facts = ({ events }: typeof lines) =>
      events.map(({ digest: _, id, ...rest }) => ({ ...rest, id: id.split('~')[0] }));

    expect(facts(log)).toEqual(facts(lines));
    expect(facts(page).length).toBe(lines.events.length);
  });

  it.each<
    [file: string, line: number, actorClass: ActorClass, evidence: ActorEvidence, signature: string]
  >([
    ['splunk__security_content', 3, 'human', 'claimed', 'cli'],
    ['splunk__security_content', 4, 'human', 'claimed', 'cli'],
    ['splunk__security_content', 9, 'iac', 'claimed', 'terraform'],
    ['splunk__security_content', 11, 'human', 'trusted', 'root'],
    ['splunk__security_content', 12, 'human', 'trusted', 'root'],
    ['splunk__security_content', 7, 'human', 'claimed', 'console-user-agent'],
    ['splunk__security_content', 14, 'controller', 'trusted', 'application-auto-scaling-role'],
    // Its account id was masked with fourteen digits.
    ['splunk__security_content', 23, 'unknown', 'claimed', 'unknown'],
    ['splunk__security_content', 32, 'provider', 'trusted', 'aws-service'],
    ['splunk__security_content', 33, 'human', 'trusted', 'sso'],
    ['splunk__security_content', 38, 'human', 'trusted', 'sso'],
    ['splunk__security_content', 47, 'unknown', 'claimed', 'unknown'],
    ['grycap__cloudtrail-tracker', 1, 'human', 'trusted', 'console'],
    ['grycap__cloudtrail-tracker', 12, 'compliance', 'claimed', 'cloud-custodian'],
    ['grycap__cloudtrail-tracker', 24, 'controller', 'trusted', 'emr'],
    ['grycap__cloudtrail-tracker', 31, 'controller', 'trusted', 'auto-scaling'],
    ['flosell__trailscraper', 1, 'compliance', 'trusted', 'aws-config'],
    ['log2timeline__plaso', 1, 'human', 'trusted', 'console'],
    ['log2timeline__plaso', 4, 'provider', 'trusted', 'aws-service'],
    ['DataDog__stratus-red-team', 289, 'human', 'trusted', 'sso'],
    ['DataDog__stratus-red-team', 295, 'unknown', 'claimed', 'unknown'],
    ['awsdocs__aws-kms-developer-guide', 3, 'unknown', 'claimed', 'unknown'],
    ['awsdocs__amazon-dynamodb-developer-guide', 1, 'human', 'claimed', 'console-user-agent'],
    ['awsdocs__aws-cloudtrail-user-guide', 11, 'human', 'trusted', 'console'],
    ['awsdocs__aws-cloudtrail-user-guide', 19, 'provider', 'trusted', 'aws-service'],
  ])('%s:%i was %s (%s, %s)', (file, line, actorClass, evidence, signature) => {
    const record = recordsOf(file)[line - 1] ?? {};
    const actor = classifyActor(eventBy(awsCallerOf(record)), builtInSignatures);

    expect(actor).toMatchObject({ class: actorClass, evidence, signature });
  });
});
