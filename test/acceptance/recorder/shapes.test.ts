import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import { type Clients, createClients } from './clients.ts';
import { type Answer, createRecorder } from './recorder.ts';
import { requests, responses } from './shape-cases.ts';

const folder = join(process.env['PARLEY_ORACLES'] ?? '', 'audit', 'aws');
const present = process.env['PARLEY_ORACLES'] !== undefined && existsSync(folder);
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('oracles');

function readOracles(): readonly JsonObject[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as JsonObject);
}

/** Every path with the type of its value: `.ipPermissions.items[].fromPort: number`. */
function shape(value: Json | undefined, at = ''): string[] {
  if (isJsonArray(value)) {
    const inner = value.flatMap((item) => shape(item, `${at}[]`));
    return [...new Set([`${at}: list`, ...inner])].sort();
  }
  if (isJsonObject(value)) {
    const inner = Object.entries(value).flatMap(([key, item]) => shape(item, `${at}.${key}`));
    return [...new Set([`${at}: object`, ...inner])].sort();
  }
  return [`${at}: ${value === null || value === undefined ? 'null' : typeof value}`];
}

async function recordOf(
  act: (aws: Clients) => Promise<unknown>,
  answer: Answer,
): Promise<JsonObject> {
  const recorder = createRecorder('shapes');
  await act(
    createClients({ endpoint: 'http://127.0.0.1:1', recorder, persona: 'cli human', answer }),
  );
  return recorder.records[0] ?? {};
}

describe.skipIf(!present && !required)('records compared with those that AWS wrote', () => {
  const oracles = present ? readOracles() : [];
  const shapesOf = (record: JsonObject, part: string) =>
    oracles
      .filter(
        ({ eventName, eventSource }) =>
          eventName === record['eventName'] && eventSource === record['eventSource'],
      )
      .map((oracle) => shape(oracle[part] ?? null));

  it.each(requests)('%s has a request of the same shape', async (name, act) => {
    const record = await recordOf(act, { kind: 'refused', code: 'X', message: 'x' });

    expect(record['eventName']).toBe(name);
    expect(shapesOf(record, 'requestParameters')).toContainEqual(
      shape(record['requestParameters']),
    );
  });

  it.each(responses)('%s has a response of the same shape', async (_name, act, output) => {
    const record = await recordOf(act, { kind: 'done', output: output as never });

    expect(shapesOf(record, 'responseElements')).toContainEqual(shape(record['responseElements']));
  });
});
