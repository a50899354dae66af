import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { composeRun } from '../../src/app/run/compose.ts';
import { runOptions } from '../../src/app/run/options.ts';
import { createNodeFiles } from '../../src/evidence/audit/files/node.ts';
import { readAuditLogs } from '../../src/evidence/audit/read.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { run } from '../../src/reconcile/run.ts';
import type { RunResult } from '../../src/reconcile/run-types.ts';
import { demo, newFolder } from '../entry/cli/parley.ts';
import { type FlatInput, flatInput, runInput } from './flat-input.ts';

/** The demo's records as one list, regardless of the order in which the log has them. */
export function demoRecords(): readonly JsonObject[] {
  return readdirSync(join(demo, 'events'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const text = entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      return (JSON.parse(text.toString('utf8')) as { Records: readonly JsonObject[] }).Records;
    });
}

/** The input of a run on the demo, without its log. */
export async function demoInput(): Promise<FlatInput> {
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
  const options = runOptions(
    { dir: 'project', state: 'terraform.tfstate', config: 'parley.yaml' },
    { log: { events: [] }, delivery: { write: true } },
  );
  const composed = await composeRun(io, options);
  if (!composed.ok) throw new Error(composed.error.message);
  // The git history of this repository is not the history of the demo project.
  const { blame: _, ...input } = flatInput(composed.value.input);
  return { ...input, traced: true };
}

export async function runOn(
  input: FlatInput,
  records: readonly JsonObject[],
  more: Partial<FlatInput> = {},
): Promise<RunResult> {
  const file = join(newFolder(), 'log.json');
  writeFileSync(file, JSON.stringify({ Records: records }));
  const items = readAuditLogs([file], { files: createNodeFiles() });
  const result = await run(runInput({ ...input, items, ...at(input, more.startedAt), ...more }));
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** The context of the input at another time. */
function at(input: FlatInput, now: string = input.startedAt): Pick<FlatInput, 'context'> {
  return { context: (tagsOf) => ({ ...input.context(tagsOf), now }) };
}

/** The demo's autoscaler and cost saver take turns setting the size of one group. */
export function contentionRecords(sizes: readonly number[]): readonly JsonObject[] {
  const records = demoRecords();
  const scaled = records.find(({ eventName }) => eventName === 'SetDesiredCapacity') ?? {};
  const saved = records.find(({ userIdentity }) =>
    JSON.stringify(userIdentity).includes('role/cost-saver'),
  );
  return sizes.map((desiredCapacity, index) => ({
    ...scaled,
    eventID: `5f0e6a1c-7d33-4c1e-9a40-0000000000f${index}`,
    eventTime: `2026-03-14T0${3 + index}:00:00Z`,
    userIdentity: (index % 2 === 0 ? scaled : saved)?.['userIdentity'] ?? null,
    requestParameters: {
      ...(scaled['requestParameters'] as JsonObject),
      desiredCapacity,
    },
  }));
}

/** A call by which somebody from the demo's records sets the size of the group. */
export function resized(who: string, size: number, minute: number): JsonObject {
  const records = demoRecords();
  const call = records.find(({ eventName }) => eventName === 'SetDesiredCapacity') ?? {};
  const other = records.find(({ userIdentity }) => JSON.stringify(userIdentity).includes(who));
  return {
    ...call,
    eventID: `5f0e6a1c-7d33-4c1e-9a40-0000000000e${minute}`,
    eventTime: `2026-03-15T08:0${minute}:00Z`,
    userIdentity: other?.['userIdentity'] ?? null,
    requestParameters: {
      ...(call['requestParameters'] as JsonObject),
      desiredCapacity: size,
    },
  };
}
