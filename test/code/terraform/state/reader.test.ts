import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileStateReader } from '../../../../src/code/terraform/state/reader.ts';

const save = /^Save it to a file with `terraform state pull > terraform.tfstate`/;

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'parley-state-'));
  mkdirSync(join(dir, 'sub'));
  writeFileSync(join(dir, 'sub', 'a b.tfstate'), '{"version":4}');
});

afterAll(() => {
  rmSync(dir, { recursive: true });
});

describe('the file state reader', () => {
  it.each<[string, () => string]>([
    ['a relative path', () => 'sub/a b.tfstate'],
    ['an absolute path', () => join(dir, 'sub/a b.tfstate')],
    ['a short file URL', () => 'file:sub/a b.tfstate'],
    ['a file URL', () => pathToFileURL(join(dir, 'sub/a b.tfstate')).href],
  ])('reads %s', async (_, location) => {
    const result = await createFileStateReader(dir).read(location());

    expect(result.ok && Buffer.from(result.value).toString()).toBe('{"version":4}');
  });

  it.each<[string, string, string, RegExp]>([
    ['nothing.tfstate', 'state-missing', 'no such', /^Check --state/],
    ['sub', 'state-is-folder', 'folder', /^Pass the state file in it/],
    ['s3://bucket/key', 'state-backend', 'S3', save],
    ['https://example.com/state', 'state-backend', 'HTTP', save],
    ['gs://bucket/key', 'state-backend', 'Google', save],
    ['ftp://host/x', 'state-backend', '"ftp:"', save],
    ['file://host%/x', 'state-location', 'file URL', /^Pass a plain path/],
  ])('refuses %s', async (location, code, word, hint) => {
    const result = await createFileStateReader(dir).read(location);

    if (result.ok) throw new Error('was read');
    expect(result.error.code).toBe(code);
    expect(result.error.message).toContain(word);
    expect(result.error.hint).toMatch(hint);
  });
});
