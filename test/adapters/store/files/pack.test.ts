import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storedJsonPieces } from '../../../../src/adapters/store/files/json-pieces.ts';
import { packRun } from '../../../../src/adapters/store/files/pack.ts';
import type { RunRecord } from '../../../../src/ports/store/run-store.ts';

const member = fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), fc.constant(undefined));
const object = fc.dictionary(fc.string(), member);

it('has the text of the value in its pieces', () => {
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
