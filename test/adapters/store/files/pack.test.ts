import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storedJsonPieces } from '../../../../src/adapters/store/files/json-pieces.ts';
import { packNext, packRun } from '../../../../src/adapters/store/files/pack.ts';
import type { RunRecord } from '../../../../src/ports/store/run-store.ts';

const member = fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), fc.constant(undefined));
const object = fc.dictionary(fc.string(), member);

it('splits the JSON of a value into pieces', () => {
  const long = fc.array(member, { minLength: 15, maxLength: 40, size: 'max' });
  const value = fc.oneof(object, fc.array(member), long, fc.record({ a: object, b: long }));
  fc.assert(
    fc.property(value, (given) => {
      expect([...storedJsonPieces(given)].join('')).toBe(JSON.stringify(given));
    }),
  );
});

it('packs a run with the digest of its report', async () => {
  await fc.assert(
    fc.asyncProperty(object, fc.option(object, { nil: undefined }), async (report, record) => {
      const run = { report, ...(record && { record }) } as unknown as RunRecord;
      const { bytes, digest } = await packRun(run);
      expect(gunzipSync(Buffer.concat(bytes)).toString()).toBe(JSON.stringify(run).toWellFormed());
      expect(digest).toBe(createHash('sha256').update(JSON.stringify(report)).digest('hex'));
    }),
  );
});

it('packs the report of the next run as if it were packed on its own', async () => {
  const names = fc.constantFrom('a', 'b', 'startedAt', 'openDrifts', 'timings');
  const values = fc.dictionary(names, fc.jsonValue({ stringUnit: 'binary' }), {
    noNullPrototype: true,
  });
  const record = fc.option(object, { nil: undefined });
  const changes = fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(values, changes, record, async (report, changed, about) => {
      const own = Object.entries(changed).filter(([name]) => Object.hasOwn(report, name));
      const next = { ...report, ...Object.fromEntries(own) };
      const runOf = (said: object) =>
        ({ report: said, ...(about && { record: about }) }) as unknown as RunRecord;
      const first = await packRun({ ...runOf(report), next: runOf(next).report });
      const again = await packNext(runOf(report).report, runOf(next).report, first);
      const text = gunzipSync(Buffer.concat(again.bytes)).toString();
      expect(text).toBe(JSON.stringify(runOf(next)).toWellFormed());
      expect(first.digest).toBe(createHash('sha256').update(JSON.stringify(report)).digest('hex'));
      // Each piece is a gzip member of its own, as later runs read them.
      const whole = Buffer.concat(again.bytes);
      const pieces = again.report.map(({ at, bytes }) =>
        gunzipSync(whole.subarray(at, at + bytes)).toString(),
      );
      expect(pieces.join('')).toBe(JSON.stringify(next).toWellFormed());
    }),
  );
});
