import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { classifyActor } from '../../src/actor/classify.ts';
import { builtInSignatures } from '../../src/actor/signatures.ts';
import { callerOf } from '../../src/audit/cloudtrail/caller.ts';
import type { AuditCounts } from '../../src/audit/core/types.ts';
import type { ActorClass, ActorEvidence } from '../../src/model/actor.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { eventBy } from '../actor/caller.ts';
import { isBalanced } from './gather.ts';
import { read } from './read.ts';

const root = process.env['PARLEY_ORACLES'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('oracles');

function bytesOf(file: string): Buffer {
  if (root === undefined) throw new Error('Set PARLEY_ORACLES to the folder of the oracles.');
  return readFileSync(join(root, 'audit', 'aws', `${file}.jsonl`));
}

function recordsOf(file: string): readonly JsonObject[] {
  const lines = bytesOf(file).toString('utf8').split('\n');
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

describe.skipIf(root === undefined && !required)('records of real trails', () => {
  it.each(files)('%s: every record is kept, or dropped for a reason', async (file, expected) => {
    const result = await read(bytesOf(file));

    expect(result.counts).toMatchObject(expected);
    expect(result.counts.dropped).toEqual(expected.dropped);
    expect(isBalanced(result)).toBe(true);
    expect(result.fatal).toEqual([]);
    expect(result.problems).toHaveLength(expected.dropped.invalid ?? 0);
  });

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

  it('leaves the events in one shape', async () => {
    for (const [file] of files) {
      for (const event of (await read(bytesOf(file))).events) {
        expect(event.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        expect(event.operation).toMatch(/^[A-Z]\w*[A-Za-z]$/);
        expect(event.service).toMatch(/^[a-z0-9-]+\.amazonaws\.com$/);
        expect(event.caller.userAgent).not.toMatch(/^\[/);
        expect(event.id).toMatch(/^\S+$/);
      }
    }
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
    ['splunk__security_content', 23, 'human', 'trusted', 'sso'],
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
    const actor = classifyActor(eventBy(callerOf(record)), builtInSignatures);

    expect(actor).toMatchObject({ class: actorClass, evidence, signature });
  });
});
