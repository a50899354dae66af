import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeFiles } from '../../../../src/evidence/audit/files/node.ts';

const files = createNodeFiles();
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the file system', () => {
  it('lists files, folders and links to files, but no links to folders', async () => {
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'a.json'), '{}');
    symlinkSync(join(folder, 'a.json'), join(folder, 'link.json'));
    symlinkSync(folder, join(folder, 'circle'));
    const listing = await files.list(folder);

    expect(listing.ok && listing.value.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'a.json', kind: 'file' },
      { name: 'link.json', kind: 'file' },
      { name: 'sub', kind: 'folder' },
    ]);
  });

  it('tells files from folders, and reports what does not exist', async () => {
    writeFileSync(join(folder, 'a.json'), '{}');

    expect(await files.kindOf(folder)).toEqual({ ok: true, value: 'folder' });
    expect(await files.kindOf(join(folder, 'a.json'))).toEqual({ ok: true, value: 'file' });
    expect(await files.kindOf(join(folder, 'gone'))).toMatchObject({
      ok: false,
      error: { code: 'path-not-found', place: { file: join(folder, 'gone') } },
    });
    expect(await files.list(join(folder, 'a.json'))).toMatchObject({ ok: false });
  });

  it('reads the bytes of a file', async () => {
    writeFileSync(join(folder, 'a.json'), 'x'.repeat(600_000));
    let length = 0;
    for await (const chunk of files.open(join(folder, 'a.json'))) length += chunk.length;

    expect(length).toBe(600_000);
  });
});
