import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkEdit } from '../../../../src/code/hcl/edit/check.ts';
import { parseHcl } from '../../../../src/code/hcl/syntax/parse.ts';
import { cases } from '../../../cases.ts';
import { seed } from '../../../seed.ts';
import { describeOracle } from '../oracle.ts';
import { editable, randomEdit } from './random-edits.ts';

/** So many even in a short run: heredocs are rare, and fewer cases might edit none. */
const runs = cases(1200, 1200);
const terraform = spawnSync('terraform', ['version']).status === 0;
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('terraform');

describeOracle<{ readonly id: string; readonly input: string }>('human-edits.json.gz', (edits) => {
  it('edits real files without touching anything else', () => {
    const refusals: string[] = [];
    const done = new Map<string, number>();
    fc.assert(
      fc.property(fc.nat(edits.length - 1), fc.nat(), fc.nat(), (index, pick, dice) => {
        const file = parseHcl(edits[index]?.input ?? '');
        const { kind, result } = randomEdit(file, pick, dice);
        if (result?.ok) {
          const checked = checkEdit(file, result.edits);
          expect(checked.ok ? undefined : checked.error).toBeUndefined();
          if (result.edits.length > 0) done.set(kind, (done.get(kind) ?? 0) + 1);
        } else if (result !== undefined) refusals.push(result.refusal.code);
      }),
      { numRuns: runs },
    );
    const counts = [...done].sort().map(([kind, count]) => `${count} ${kind}`);
    console.info(`fuzz: seed ${seed}, edits of ${counts.join(', ')}`);

    // Legitimate refusals: computed, quoted or missing keys, and lists of references.
    const known = ['ambiguous', 'not-found', 'not-literal'];
    expect(refusals.filter((code) => !known.includes(code))).toEqual([]);
    expect(refusals.length).toBeLessThan(runs / 4);
    expect([...done.keys()].sort()).toEqual([...editable].sort());
  });

  it.skipIf(!terraform && !required)('leaves formatted files as terraform fmt formats them', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-fmt-'));
    const before = path.join(folder, 'before');
    const after = path.join(folder, 'after');
    for (const each of [before, after]) mkdirSync(each);
    const samples = fc.sample(fc.tuple(fc.nat(edits.length - 1), fc.nat(), fc.nat()), {
      numRuns: 300,
    });
    let judged = 0;
    for (const [number, [index, pick, dice]] of samples.entries()) {
      const file = parseHcl(edits[index]?.input ?? '');
      // If a file in the folder is broken, fmt lists none of its files.
      if (file.errors.length > 0) continue;
      const { result } = randomEdit(file, pick, dice);
      const checked = result?.ok ? checkEdit(file, result.edits) : undefined;
      if (!checked?.ok) continue;
      // terraform fmt indents the brace between objects of a list that opens with `[{` as an item.
      const braces = (text: string): number => text.match(/^\s*\}, \{$/gm)?.length ?? 0;
      if (braces(checked.value.text) > braces(file.text)) continue;
      writeFileSync(path.join(before, `${number}.tf`), file.text);
      writeFileSync(path.join(after, `${number}.tf`), checked.value.text);
      judged += 1;
    }
    writeFileSync(path.join(after, 'spoiled.tf'), 'a = 1\nlonger = 2\n');
    const unformatted = new Set(listUnformatted(before));
    const spoiled = listUnformatted(after).filter((name) => !unformatted.has(name));
    rmSync(folder, { recursive: true });

    expect(spoiled).toEqual(['spoiled.tf']);
    expect(judged).toBeGreaterThan(100);
  });
});

function listUnformatted(folder: string): readonly string[] {
  const { stdout, stderr, status, error } = spawnSync(
    'terraform',
    ['fmt', '-check', '-list=true', folder],
    { encoding: 'utf8' },
  );
  if (error !== undefined) throw error;
  // Exit code 3 means that some files are not formatted; any other, that fmt did not check them.
  if (status !== 0 && status !== 3)
    throw new Error(`terraform fmt exits with ${status}: ${stderr}`);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((file) => path.basename(file));
}
