import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readStateBody, stateBytes } from '../../../src/adapters/state-source/body.ts';

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

describe('a body', () => {
  it.each<[readonly string[], number | undefined, string | undefined]>([
    [['ab', 'cd'], undefined, 'abcd'],
    [['abcde'], 5, 'abcde'],
    [['abc', 'def'], undefined, undefined],
    [['a'], 6, undefined],
    // The received bytes count, whatever length was announced.
    [['abcdef'], 1, undefined],
    [[], undefined, ''],
  ])('%j with a limit of five bytes', async (texts, length, whole) => {
    const read = await readStateBody(chunks(...texts), { limit: 5, length });

    expect(read.ok ? Buffer.from(read.value).toString() : undefined).toBe(whole);
    if (!read.ok) expect(read.error).toEqual({ kind: 'too-large' });
  });

  it.each<[string, Uint8Array, string | undefined, string]>([
    ['JSON', Buffer.from(' {"a":"ü"}'), undefined, 'ok'],
    ['nothing', Buffer.from(''), undefined, 'ok'],
    ['a mark of bytes', Buffer.from('\uFEFF{}'), 'identity', 'ok'],
    ['a page', Buffer.from('<html>'), undefined, 'not-json'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe]), undefined, 'not-json'],
    ['gzip', gzipSync('{}'), undefined, 'compressed'],
    ['an encoding', Buffer.from('{}'), 'br', 'compressed'],
  ])('that is %s', (_, bytes, encoding, kind) => {
    const state = stateBytes(bytes, encoding);
    expect(state.ok ? 'ok' : state.error.kind).toBe(kind);
  });
});
