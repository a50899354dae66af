import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { demoInput, demoRecords, runOn } from '../demo.ts';

const input = await demoInput();
const arns = input.state.resources.flatMap(({ mode, attributes }) =>
  mode === 'managed' && typeof attributes['arn'] === 'string' ? [attributes['arn']] : [],
);
const person = demoRecords().find(({ eventName }) =>
  String(eventName).startsWith('UpdateFunctionConfiguration'),
);

function unknownRecord(requestParameters: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    ...person,
    eventID: '7d0e6a1c-7d33-4c1e-9a40-000000000001',
    eventSource: 'novel.amazonaws.com',
    eventName: 'FrobnicateEverything',
    responseElements: null,
    requestParameters,
    ...more,
  };
}

async function findings(records: readonly JsonObject[]) {
  const { report } = await runOn(input, records);
  return report.unresolved.filter(({ code }) => code === 'unknown-operation');
}

describe('a call that the catalog does not know', () => {
  it('is reported for every managed resource that it names', async () => {
    const found = await findings([unknownRecord({ all: arns })]);
    expect(arns.length).toBeGreaterThan(10);
    expect(found).toHaveLength(new Set(arns).size);
    expect(new Set(found.map(({ address }) => address)).size).toBe(found.length);
    expect(new Set(found.map(({ reason }) => reason)).size).toBe(1);
  });

  it('has a line in the trace for each of them', async () => {
    const { trace } = await runOn(input, [unknownRecord({ all: arns.slice(0, 3) })]);
    const lines = trace.filter(({ disposition }) => disposition === 'unknown-operation');
    expect(new Set(lines.map(({ address }) => address)).size).toBe(3);
  });

  it('is reported where CloudTrail alone lists what it was about', async () => {
    const [arn = ''] = arns;
    const listed = [{ ARN: arn, accountId: '123456789012', type: 'AWS::X::Y' }, { ARN: 7 }, 'x'];
    const found = await findings([unknownRecord({}, { resources: listed })]);
    expect(found).toHaveLength(1);
  });

  it('is reported once for each resource and operation, with how often', async () => {
    const [first = '', second = ''] = arns;
    const found = await findings([
      unknownRecord({ all: [first, second] }),
      unknownRecord({ all: [second] }, { eventID: '7d0e6a1c-7d33-4c1e-9a40-000000000002' }),
    ]);
    const often = found.filter(({ reason }) => reason.includes(' on it, 2 times;'));
    expect([found.length, often.length]).toEqual([2, 1]);
  });
});
