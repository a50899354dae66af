import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { signerFromEnvironment } from '../../../src/adapters/receipt/command-signer.ts';
import { testKey } from '../../stages/receipt/logs.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-signer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { key, verifier } = testKey(1);
writeFileSync(join(folder, 'own.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
writeFileSync(join(folder, 'key.pem'), verifier.pem);
const script = join(import.meta.dirname, 'signing.mjs');
const messages = ['one', 'two'].map((text) => Buffer.from(text));

function signer(fault: string, command = `${process.execPath} ${script} own.pem ${fault}`) {
  const absolute = command.replace('own.pem', join(folder, 'own.pem'));
  const env = { PARLEY_RECEIPT_SIGNER: absolute, PARLEY_RECEIPT_KEY: 'key.pem' };
  return signerFromEnvironment(env, folder);
}

describe('a command that signs', () => {
  it('signs everything in one call, in order', async () => {
    const named = await signer('');
    if (!named.ok || named.value === undefined) throw new Error('no signer');
    const signed = await named.value.sign(messages);
    expect(named.value.key.id).toBe(verifier.id);
    expect(
      signed.ok &&
        signed.value.map((each, at) => verifier.isSigned(messages[at] ?? Buffer.of(), each)),
    ).toEqual([true, true]);
  });

  it.each([
    ['other', 'not by the key'],
    ['fewer', '1 signatures for 2 texts'],
    ['exit', 'ended with an error'],
  ])('is rejected if it misbehaves: %s', async (fault, said) => {
    const named = await signer(fault);
    if (!named.ok || named.value === undefined) throw new Error('no signer');
    expect(await named.value.sign(messages)).toMatchObject({
      error: { code: 'receipt-signer-failed', message: expect.stringContaining(said) },
    });
  });

  it('is rejected if it, or its key, is missing', async () => {
    const absent = await signer('', join(folder, 'nothing'));
    if (!absent.ok || absent.value === undefined) throw new Error('no signer');
    expect(await absent.value.sign(messages)).toMatchObject({
      error: { code: 'receipt-signer-failed' },
    });
    const keyless = { PARLEY_RECEIPT_SIGNER: 'sign' };
    expect(await signerFromEnvironment(keyless, folder)).toMatchObject({
      error: { code: 'receipt-key-form' },
    });
    expect(await signerFromEnvironment({}, folder)).toEqual({ ok: true, value: undefined });
  });
});
