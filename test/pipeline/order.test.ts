import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCloudTrail } from '../../src/audit/cloudtrail/read.ts';
import { createNodeFiles } from '../../src/audit/files/node.ts';
import { composeRun } from '../../src/cli/compose.ts';
import type { Json } from '../../src/model/json.ts';
import { run } from '../../src/pipeline/run.ts';
import type { RunInput, RunResult } from '../../src/pipeline/run-types.ts';
import { demo, newFolder, removeFolders } from '../cli/parley.ts';

/** The demo's records, one by one: what the log says, without the order in which it says it. */
function demoRecords(): readonly Json[] {
  const folder = join(demo, 'events');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const text = entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      return (JSON.parse(text.toString('utf8')) as { Records: readonly Json[] }).Records;
    });
}

let input: RunInput;
let folder: string;

beforeAll(async () => {
  folder = newFolder();
  const io = {
    out: () => undefined,
    err: () => undefined,
    env: {},
    cwd: demo,
    now: () => '2026-03-15T09:00:00.000Z',
    elapsed: () => 0,
    columns: 80,
    color: false,
  };
  const composed = await composeRun(io, {
    dir: 'project',
    state: 'terraform.tfstate',
    config: 'parley.yaml',
    events: [],
    verify: 'evaluate',
    write: true,
  });
  if (!composed.ok) throw new Error(composed.error.message);
  input = composed.value.input;
});

afterAll(removeFolders);

async function runOn(records: readonly Json[], more: Partial<RunInput> = {}): Promise<RunResult> {
  const file = join(folder, 'log.json');
  writeFileSync(file, JSON.stringify({ Records: records }));
  const items = readCloudTrail([file], { files: createNodeFiles() });
  const result = await run({ ...input, items, ...more });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Everything but how many records there were. */
function told({ report, patched }: RunResult): string {
  const { inputs: _inputs, ...rest } = report;
  return JSON.stringify({ ...rest, files: patched.map(({ files }) => files) });
}

describe('the whole pipeline', () => {
  it('tells the same, byte by byte, in whatever order and however often records arrive', async () => {
    const records = demoRecords();
    const expected = told(await runOn(records));
    const someTwice = fc.subarray([...records]);
    const shuffled = someTwice.chain((twice) => {
      const all = [...records, ...twice];
      return fc.shuffledSubarray(all, { minLength: all.length });
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async (some) => {
        expect(told(await runOn(some))).toBe(expected);
      }),
      { numRuns: 25, seed: 20_260_314 },
    );
  });

  it('has nothing more to write once its patches are in the code', async () => {
    const records = demoRecords();
    const first = await runOn(records);
    const granted = first.report.decisions.filter(({ verdict }) => verdict.outcome === 'accept');
    expect(granted.length).toBeGreaterThan(3);
    expect(first.patched.length).toBeGreaterThan(2);

    const again = await runOn(records, { tree: first.project.tree });

    expect(again.patched).toEqual([]);
    const outcomes = new Set(again.report.decisions.map(({ verdict }) => verdict.outcome));
    expect([...outcomes].filter((one) => one === 'accept' || one === 'delegate')).toEqual([]);
  });
});
