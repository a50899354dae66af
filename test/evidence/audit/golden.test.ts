import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { classifyActor } from '../../../src/evidence/actor/classify.ts';
import { builtInSignatures } from '../../../src/evidence/actor/signatures.ts';
import { isJsonObject, type Json } from '../../../src/model/json.ts';
import { readLogValue } from '../../../src/model/masked.ts';
import { isBalanced } from './gather.ts';
import { effectsOf } from './golden/effects.ts';
import { read } from './read.ts';

const root = process.env['PARLEY_ORACLES'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('oracles');

const folders = { aws: 'aws', azure: 'azure', gcp: 'gcp', kubernetes: 'k8s' } as const;

/**
 * The correct readings of some records, as determined by people. The records are stored elsewhere:
 * here are the file, the lines in it (from 1) that are read together in this order, and digests.
 */
const Golden = z.strictObject({
  cloud: z.enum(['aws', 'azure', 'gcp', 'kubernetes']),
  records: z.array(
    z.strictObject({
      file: z.string(),
      lines: z.array(z.number()),
      sha256: z.array(z.string()),
      /** Why the record is no event; `problem` is the code of the problem if there is one. */
      drop: z.string().optional(),
      problem: z.string().optional(),
      service: z.string().optional(),
      operation: z.string().optional(),
      outcome: z.enum(['success', 'failure', 'dry-run']).optional(),
      /** For a call without an end, the reason under which it is counted. */
      unfinished: z.string().optional(),
      region: z.string().optional(),
      actor: z.strictObject({ class: z.string(), evidence: z.string() }).optional(),
      /** Dotted paths of members that the event must have. */
      has: z.array(z.string()).optional(),
      lacks: z.array(z.string()).optional(),
      masked: z.array(z.string()).optional(),
      omitted: z.array(z.string()).optional(),
      /** Further counts of dropped records, by reason. */
      drops: z.record(z.string(), z.number()).optional(),
      /** Effects that the call must have; if the list is empty, it must have none. */
      effects: z.array(z.string()).optional(),
      /** Attributes whose value must not be known. */
      never: z.array(z.string()).optional(),
    }),
  ),
});

const golden = Object.keys(folders).map((cloud) =>
  Golden.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'golden', `${cloud}.json`), 'utf8')),
  ),
);

const cases = golden.flatMap(({ cloud, records }) =>
  records.map(({ file, lines, ...expected }) => ({ cloud, file, lines, ...expected })),
);

function linesOf({ cloud, file, lines }: (typeof cases)[number]): readonly string[] {
  if (root === undefined) throw new Error('Set PARLEY_ORACLES to the folder of the oracles.');
  const all = readFileSync(join(root, 'audit', folders[cloud], `${file}.jsonl`), 'utf8').split(
    '\n',
  );
  return lines.map((line) => all[line - 1] ?? '');
}

function at(value: unknown, path: string): Json | undefined {
  return path.split('.').reduce<Json | undefined>((object, name) => {
    return isJsonObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
  }, value as Json);
}

describe('golden records', () => {
  it('are numerous enough, and each is there once', () => {
    const keys = cases.map(({ file, lines }) => `${file} ${lines}`);

    expect(new Set(keys).size).toBe(keys.length);
    expect(cases.flatMap(({ lines }) => lines).length).toBeGreaterThanOrEqual(160);
  });
});

describe.skipIf(root === undefined && !required)('reading golden records', () => {
  it.each(cases)('$cloud $file $lines', async (expected) => {
    const raw = linesOf(expected);
    const digests = raw.map((text) => createHash('sha256').update(text).digest('hex'));
    const result = await read(raw.join('\n'));
    const { events, unfinished, counts } = result;

    expect(digests).toEqual(expected.sha256);
    expect(isBalanced(result)).toBe(true);
    if (expected.drop !== undefined) {
      expect([...events, ...unfinished]).toEqual([]);
      expect(counts.dropped).toEqual({ [expected.drop]: 1 });
      expect(result.problems.map(({ code }) => code)).toEqual([expected.problem ?? []].flat());
      return;
    }
    const [event, ...more] = expected.unfinished === undefined ? events : unfinished;
    if (event === undefined) throw new Error(JSON.stringify(result.problems));
    const { cloud, service, operation, region, outcome } = expected;
    expect(more).toEqual([]);
    expect(event).toMatchObject({ cloud, service, operation, region });
    if (expected.unfinished === undefined) expect(event.outcome).toBe(outcome);
    else expect(counts.dropped).toMatchObject({ [expected.unfinished]: raw.length });
    expect(classifyActor(event, builtInSignatures)).toMatchObject(expected.actor ?? {});
    const missing = (expected.has ?? []).filter((path) => at(event, path) === undefined);
    expect(missing).toEqual([]);
    const present = (expected.lacks ?? []).filter((path) => at(event, path) !== undefined);
    expect(present).toEqual([]);
    for (const path of expected.masked ?? []) {
      expect(readLogValue(at(event, path) ?? null).kind).toBe('redacted');
    }
    if (expected.omitted !== undefined) expect(event.omitted).toEqual(expected.omitted);
    expect(counts.dropped).toMatchObject(expected.drops ?? {});
    if (outcome !== 'success') return;
    const effects = effectsOf(event);
    if (expected.effects?.length === 0) expect(effects).toEqual([]);
    else expect(effects).toEqual(expect.arrayContaining([...(expected.effects ?? [])]));
    for (const path of expected.never ?? []) expect(effects).not.toContain(`${path}=known`);
  });
});
