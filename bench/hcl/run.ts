/**
 * Throughput of parsing and editing, compared with other HCL readers: `npm run bench -- hcl [folder
 * ...]`. Without a folder it measures the fixtures and tests of this repository.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseHcl } from '../../src/code/hcl/syntax/parse.ts';
import { drawGrid } from '../../src/present/terminal/grid.ts';
import { measureEdits } from './edits.ts';
import { measure } from './measure.ts';
import { formatAll, formatOne, hcl2json, hcl2parser, terraformVersion } from './others.ts';

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tf|tofu|tfvars|hcl)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => readFileSync(file, 'utf8'));
}

function sizeOf(all: readonly string[]): number {
  return all.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
}

const folders = process.argv.slice(2);
const found = (folders.length === 0 ? ['fixtures', 'test'] : folders).flatMap(textsIn);
// The others stop at the first error, so only files that all can read are compared.
const texts = found.filter((text) => parseHcl(text).errors.length === 0);
if (texts.length === 0) throw new Error(`No file without errors in ${folders.join(', ')}.`);
const megabytes = sizeOf(texts);
// Readers that take minutes where others take a second get only a part of the files.
const step = Math.ceil(megabytes / 0.5);
const sample = texts.filter((_, index) => index % step === 0);
process.stdout.write(
  `${texts.length} files, ${megabytes.toFixed(2)} MB (${found.length - texts.length} with syntax errors left out)\n`,
);

const speed = (seconds: number): string => `${(megabytes / seconds).toFixed(2)} MB/s`;
const perFile = (seconds: number): string => `${((seconds / texts.length) * 1e3).toFixed(2)} ms`;
const rows: string[][] = [];

const ours = await measure(() => texts.forEach((text) => void parseHcl(text)));
const edit = await measureEdits(texts);
const milliseconds = (edit * 1e3).toFixed(2);
rows.push(['Parley', speed(ours), perFile(ours), `${milliseconds} ms, with the check`]);

const version = terraformVersion();
if (version === undefined) {
  process.stdout.write('terraform is not on the PATH: left out.\n');
} else {
  const all = await formatAll(texts);
  const one = await formatOne(texts);
  const formatted = `${(one * 1e3).toFixed(2)} ms to format a file`;
  rows.push([`terraform fmt (${version})`, speed(all), perFile(all), formatted]);
}
for (const [name, read] of [
  ['hcl2-parser', hcl2parser],
  ['@cdktf/hcl2json', hcl2json],
] as const) {
  const seconds = (await measure(() => read(sample))) * (megabytes / sizeOf(sample));
  rows.push([name, speed(seconds), perFile(seconds), 'cannot']);
}
const head = ['', 'parse', 'per file', 'one edit'];
process.stdout.write(`${drawGrid(head, rows, [28, 14, 12, 34])}\n`);
