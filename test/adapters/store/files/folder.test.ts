import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createFiles, type StoredFiles } from '../../../../src/adapters/store/files/folder.ts';
import { readHead } from '../../../../src/adapters/store/files/head.ts';
import { openFiles } from '../../../../src/adapters/store/files/open.ts';
import { cases } from '../../../cases.ts';

const base = mkdtempSync(join(tmpdir(), 'parley-files-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => {
  folders += 1;
  return join(base, String(folders));
};

async function reopened(path: string): Promise<StoredFiles> {
  const head = await readHead(path);
  if (!head.ok) throw new Error(head.error.message);
  return createFiles(path, head.value);
}

async function contents(files: StoredFiles, name: string): Promise<ReadonlyMap<string, unknown>> {
  return files.read(async (reader) => {
    const keys = [...(await reader.table(name)).keys()];
    const bodies = await reader.bodies(name, keys);
    return new Map(keys.map((key, i) => [key, bodies[i]]));
  });
}

/** The writes of one transaction; `null` removes a row. */
type Change = readonly (readonly [key: string, body: string | number | null])[];

const text = fc.oneof(fc.string(), fc.constantFrom('\t', '\n', 'a\tb\nc', '\0', '\u2028é'));
const change: fc.Arbitrary<Change> = fc.array(
  fc.tuple(
    fc.constantFrom('a', 'b', 'c\td', 'e\n'),
    fc.oneof(text, fc.integer(), fc.constant(null)),
  ),
  { minLength: 1, maxLength: 4 },
);

describe('tables in files', () => {
  it('contain what was put last, in the same process and in the next', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(change, fc.boolean()), { maxLength: 8 }), async (all) => {
        const path = newFolder();
        const model = new Map<string, unknown>();
        let files = createFiles(path, undefined);
        for (const [changes, isNext] of all) {
          await files.change(async (draft) => {
            for (const [key, body] of changes) {
              if (body === null) draft.remove('rows', key);
              else draft.put('rows', key, [String(body)], body);
            }
          });
          for (const [key, body] of changes) {
            if (body === null) model.delete(key);
            else model.set(key, body);
          }
          if (isNext) files = await reopened(path);
          expect(await contents(files, 'rows')).toEqual(model);
        }
      }),
      { numRuns: cases(1000, 60) },
    );
  });

  it('are unchanged after an interrupted write', async () => {
    const path = newFolder();
    const files = createFiles(path, undefined);
    await files.change(async (draft) => {
      draft.put('rows', 'a', [], 1);
      draft.put('others', 'a', [], 1);
    });
    const head = readFileSync(join(path, 'head.json'));
    await files.change(async (draft) => {
      draft.put('rows', 'b', [], 'long'.repeat(100));
      draft.put('others', 'b', [], 2);
    });
    // The lines were written, whole or in part, but not the head that makes them count.
    writeFileSync(join(path, 'head.json'), head);
    writeFileSync(join(path, 'head.json.new'), '{"version":');
    appendFileSync(join(path, 'rows.0.jsonl'), '["c"');

    const again = await reopened(path);
    expect(await contents(again, 'rows')).toEqual(new Map([['a', 1]]));
    expect(await contents(again, 'others')).toEqual(new Map([['a', 1]]));
    await again.change(async (draft) => draft.put('rows', 'd', [], 4));
    expect(await contents(await reopened(path), 'rows')).toEqual(
      new Map([
        ['a', 1],
        ['d', 4],
      ]),
    );
  });

  it('write nothing of a transaction that fails', async () => {
    const path = newFolder();
    const files = createFiles(path, undefined);
    const failing = files.change(async (draft) => {
      draft.put('rows', 'a', [], 1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await files.change(async (draft) => draft.put('rows', 'b', [], 2));
    expect(await contents(await reopened(path), 'rows')).toEqual(new Map([['b', 2]]));
  });

  it('are rewritten once most of their content is obsolete', async () => {
    const path = newFolder();
    const files = createFiles(path, undefined);
    for (let round = 0; round < 5; round += 1) {
      await files.change(async (draft) => {
        for (let i = 0; i < 600; i += 1) draft.put('rows', `k${i}`, [], round);
      });
    }
    const names = readdirSync(path).filter((name) => name.startsWith('rows.'));
    expect(names).toHaveLength(1);
    expect(readFileSync(join(path, names[0] ?? ''), 'utf8').split('\n').length).toBeLessThan(1900);
    const found = await contents(await reopened(path), 'rows');
    expect(new Set(found.values())).toEqual(new Set([4]));
    expect(found.size).toBe(600);
  });
});

describe('opening tables in files', () => {
  it('locks others out until they are closed', async () => {
    const folder = newFolder();
    const first = await openFiles(folder, { timeout: 0 });
    if (!first.ok) throw new Error(first.error.message);
    expect(await openFiles(folder, { timeout: 0 })).toMatchObject({
      ok: false,
      error: { code: 'store-busy' },
    });
    await first.value.close();
    expect(existsSync(join(folder, 'history.lock'))).toBe(false);
    const second = await openFiles(folder, { timeout: 0 });
    expect(second.ok).toBe(true);
    if (second.ok) await second.value.close();
  });

  it.each([
    ['a newer form', '{"version":2,"next":0,"tables":{}}'],
    ['no form', 'x'],
    ['a file elsewhere', JSON.stringify({ version: 1, next: 0, tables: { a: { file: '../x' } } })],
  ])('refuses %s, and releases the lock', async (_, text) => {
    const folder = newFolder();
    const made = await openFiles(folder, { timeout: 0 });
    if (made.ok) await made.value.close();
    writeFileSync(join(folder, 'history', 'head.json'), text);
    expect(await openFiles(folder, { timeout: 0 })).toMatchObject({
      ok: false,
      error: { code: 'store-not-opened' },
    });
    expect(existsSync(join(folder, 'history.lock'))).toBe(false);
  });
});
