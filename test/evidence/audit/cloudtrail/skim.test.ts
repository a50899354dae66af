import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skimmed, surelyReads } from '../../../../src/evidence/audit/cloudtrail/skim.ts';
import { ObjectScanner } from '../../../../src/evidence/audit/scan/scanner.ts';
import { read } from '../read.ts';
import { record } from './records.ts';

/** Whether the raw text of a record is skipped without parsing its JSON. */
function skims(text: string): boolean {
  const scanner = new ObjectScanner({
    containers: [],
    watched: skimmed,
    opening: 'eventVersion',
    maxBytes: 1_000_000,
    maxDepth: 100,
  });
  let reads = false;
  const sink = {
    object: (found: Parameters<typeof surelyReads>[0]) => {
      reads = surelyReads(found);
    },
    flaw: () => undefined,
  };
  scanner.write(Buffer.from(text), sink);
  return reads;
}

describe('surelyReads', () => {
  it.each([
    ['{"readOnly":true}'],
    ['{"readOnly" : true , "x":1}'],
    ['{"readOnly":"true"}'],
    ['{"a":{"readOnly":false},"readOnly":true}'],
    ['{"eventName":"DescribeVpcs"}'],
    ['{"readOnly":false,"readOnly":true}'],
  ])('skips %s', (text) => {
    expect(skims(text)).toBe(true);
  });

  it.each([
    ['a mutating call', '{"readOnly":false}'],
    ['a text that says false', '{"readOnly":"false"}'],
    ['another type', '{"readOnly":1}'],
    ['a text that begins with true', '{"readOnly":"truethfully"}'],
    ['a nested member', '{"requestParameters":{"readOnly":true},"eventName":"StopInstances"}'],
    ['a quoted member', '{"x":"\\"readOnly\\":true","eventName":"StopInstances"}'],
    ['a later member of the same name', '{"readOnly":true,"readOnly":false}'],
    ['a later member with an escape in its name', '{"readOnly":true,"read\\u004fnly":false}'],
    ['an envelope', '{"readOnly":true,"detail":{"readOnly":false}}'],
    ['an event of LookupEvents', '{"eventName":"GetX","CloudTrailEvent":"{}"}'],
    ['a reading name on a mutating call', '{"readOnly":false,"eventName":"GetX"}'],
    ['a name with an escape', '{"eventName":"Get\\u0041"}'],
    ['a mutating name', '{"eventName":"PutX"}'],
    ['nothing', '{}'],
  ])('leaves %s to the parser', (_, text) => {
    expect(skims(text)).toBe(false);
  });

  it('never skips what the parser would keep', async () => {
    const value = fc.constantFrom(true, false, 'true', 'false', 'TRUE', null, 0, {
      readOnly: true,
    });
    const name = fc.constantFrom('readOnly', 'eventName', 'x', 'requestParameters');
    const members = fc.array(fc.tuple(name, fc.oneof(value, fc.constantFrom('GetX', 'PutX'))), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(members, async (pairs) => {
        const own = pairs.map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`);
        const rest = JSON.stringify(record({ readOnly: undefined })).slice(0, -1);
        const text = [rest, ...own].join(',').concat('}');
        // An escape in the name forces a full parse, because the scanner does not decode escapes.
        const parsed = await read(text.replaceAll('"readOnly"', '"read\\u004fnly"'));

        if (skims(text)) expect(parsed.counts.dropped).toEqual({ 'read-only': 1 });
        expect((await read(text)).counts).toEqual(parsed.counts);
      }),
      { numRuns: 300 },
    );
  });
});
