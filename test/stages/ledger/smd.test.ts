import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/model/group.ts';
import { canonicalJson, type Json } from '../../../src/model/json.ts';
import { type FieldSet, fieldSet } from '../../../src/stages/ledger/field-set.ts';
import { apply, type ManagedFields, unmanaged, update } from '../../../src/stages/ledger/manage.ts';
import { cases } from '../../cases.ts';
import { seed } from '../../seed.ts';
import { buildOracle, hint } from './oracle/build.ts';
import { toFieldsV1 } from './oracle/fields-v1.ts';
import { createRandom, randomSteps, type Step } from './oracle/random.ts';
import { fieldTypes, librarySchema } from './oracle/schema.ts';

const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('smd');
const sequences = cases(20_000, 2_000);
/** How many sequences the library gets at once. */
const batchSize = Math.min(1000, sequences);

const oracle = buildOracle();

/**
 * The result of a step, as the library prints it. An object that lost its last field is null in
 * version 4 and `{}` from version 6 on; nothing depends on that, so both count as `{}`. Version 6
 * also puts new members of lists between the old ones: results are compared in the order of 4.1.2,
 * which our lists keep.
 */
type Outcome = Readonly<Record<string, Json>>;

function ours(steps: readonly Step[]): readonly Outcome[] {
  let state = unmanaged;
  return steps.map(({ op, who, type, force, object }) => {
    const fieldType = fieldTypes[type];
    if (op === 'update') {
      const result = update(fieldType, state, object, who);
      if (!result.ok) return outcome(state, { invalid: true });
      state = result.value.managed;
      return outcome(state);
    }
    const result = apply(fieldType, state, object, who, force);
    if (!result.ok && result.error.kind === 'invalid') return outcome(state, { invalid: true });
    if (!result.ok && result.error.kind === 'conflicts') {
      const byManager = groupBy(result.error.conflicts, ({ manager }) => manager);
      const sets = [...byManager].map(
        ([name, found]) => [name, fieldSet(found.map(({ path }) => path))] as const,
      );
      return outcome(state, { conflicts: byName(new Map(sets)) });
    }
    if (result.ok) state = result.value.managed;
    return outcome(state);
  });
}

function outcome({ live, managers }: ManagedFields, more: Outcome = {}): Outcome {
  const owners = [...managers].map(([name, { fields, applied }]): [string, Json] => [
    name,
    { fields: toFieldsV1(fields), applied },
  ]);
  return { ...more, live: live ?? {}, managers: Object.fromEntries(owners) };
}

function byName(sets: ReadonlyMap<string, FieldSet>): Json {
  return Object.fromEntries([...sets].map(([name, set]) => [name, toFieldsV1(set)]));
}

interface Library {
  run(sequences: readonly (readonly Step[])[]): Promise<readonly (readonly Outcome[])[]>;
  stop(): void;
}

interface PromiseWithReject {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
}

function startLibrary(binary: string): Library {
  const child = spawn(binary, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify({ schema: librarySchema })}\n`);
  const waiting: PromiseWithReject[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line));
  child.on('exit', () => {
    for (const { reject } of waiting) reject(new Error('the library stopped; see stderr'));
  });
  return {
    async run(batch) {
      const answers = batch.map(
        () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject })),
      );
      const text = batch.map((steps) => `${JSON.stringify(steps)}\n`).join('');
      if (!child.stdin.write(text)) await once(child.stdin, 'drain');
      const lines = await Promise.all(answers);
      return lines.map((line) => JSON.parse(line) as readonly Outcome[]);
    },
    stop: () => child.kill(),
  };
}

const described = oracle === undefined && !required ? describe.skip : describe;

described(`the ledger and structured-merge-diff (${oracle === undefined ? hint : 'real'})`, () => {
  let library: Library;
  beforeAll(() => {
    if (oracle === undefined) throw new Error(hint);
    library = startLibrary(oracle);
  });
  afterAll(() => library?.stop());

  it(`agree on ${sequences} random sequences`, async () => {
    const random = createRandom(seed);
    const counts = { steps: 0, conflicts: 0, invalid: 0 };
    for (let done = 0; done < sequences; done += batchSize) {
      const batch = Array.from({ length: batchSize }, () => randomSteps(random));
      const theirs = await library.run(batch);
      for (const [i, steps] of batch.entries()) {
        const own = ours(steps);
        const other = (theirs[i] ?? []).map((each) => ({ ...each, live: each['live'] ?? {} }));
        counts.steps += steps.length;
        counts.conflicts += own.filter((each) => each['conflicts'] !== undefined).length;
        counts.invalid += own.filter((each) => each['invalid'] === true).length;
        if (canonicalJson(own) === canonicalJson(other)) continue;
        const at = own.findIndex(
          (each, n) => canonicalJson(each) !== canonicalJson(other[n] ?? null),
        );
        const story = steps.slice(0, at + 1).map((step) => JSON.stringify(step));
        expect.soft(own[at], `PARLEY_SEED=${seed}\n${story.join('\n')}`).toEqual(other[at]);
        return;
      }
    }
    // Sequences without conflicts or invalid objects would agree trivially.
    expect(counts.steps).toBeGreaterThan(4 * sequences);
    expect(counts.conflicts).toBeGreaterThan(sequences / 4);
    expect(counts.invalid).toBeGreaterThan(sequences / 40);
  });
});
