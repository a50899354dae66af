/**
 * Parse and edit throughput: `tsx bench/hcl/parse.ts [folder ...]`.
 * Without a folder it measures the fixtures of this repository.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkEdit } from '../../src/hcl/edit/check.ts';
import { setExpression } from '../../src/hcl/edit/expression.ts';
import { json } from '../../src/hcl/edit/types.ts';
import type { Attribute, HclFile } from '../../src/hcl/syntax/ast.ts';
import { parseHcl } from '../../src/hcl/syntax/parse.ts';
import { descendants } from '../../src/hcl/syntax/walk.ts';

const minimumSeconds = 2;
const maximumEdits = 2000;

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tf|tofu|tfvars|hcl)$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
}

/** Seconds of CPU that one call takes, after a warm-up, over at least two seconds. */
function measure(run: () => void): number {
  for (let warm = 0; warm < 3; warm++) run();
  let calls = 0;
  const start = process.cpuUsage();
  for (;;) {
    run();
    calls++;
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    if (seconds >= minimumSeconds) return seconds / calls;
  }
}

function attributesIn(file: HclFile): readonly Attribute[] {
  return [...descendants(file.body)].filter((node) => node.kind === 'attribute');
}

/** Sets arguments all over the files and proves each edit; the edits made. */
function editAll(files: readonly HclFile[]): number {
  let edits = 0;
  for (const file of files) {
    for (const attribute of attributesIn(file).slice(0, 20)) {
      if (edits === maximumEdits) return edits;
      const result = setExpression(file, attribute.value, json('benchmark'));
      if (result.ok && checkEdit(file, result.edits).ok) edits++;
    }
  }
  return edits;
}

const folders = process.argv.slice(2);
const texts = (folders.length === 0 ? ['fixtures', 'test'] : folders).flatMap(textsIn);
const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
const parsing = measure(() => texts.forEach((text) => void parseHcl(text)));
const files = texts.map(parseHcl).filter((file) => file.errors.length === 0);
let edits = 0;
const editing = measure(() => {
  edits = editAll(files);
});

console.log(
  `${texts.length} files, ${(bytes / 1e6).toFixed(2)} MB, ${files.length} without errors`,
);
console.log(`parse: ${(bytes / 1e6 / parsing).toFixed(1)} MB/s`);
console.log(
  `edit and recheck: ${((editing / edits) * 1e3).toFixed(2)} ms per edit (${edits} edits)`,
);
