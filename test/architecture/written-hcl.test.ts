import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../scripts/architecture/imports.ts';

const root = resolve(import.meta.dirname, '../..');

/** A block of HCL in one line of TypeScript, with `\n` for each of its lines. */
const escapedBlock = /['`](?:resource|variable|module|data|output) "[^\n]*\{\\n[^\n]*\\n/;

describe('a case of HCL is written as its lines', () => {
  it('in every test, or in a text file', () => {
    const files = sourceFiles(join(root, 'test')).filter((file) =>
      escapedBlock.test(readFileSync(file, 'utf8')),
    );

    expect(files.map((file) => relative(root, file)).sort()).toEqual([]);
  });

  it.each([
    `const queue = 'resource "aws_sqs_queue" "q" {\\n  name = "q"\\n}\\n';`,
    `const call = \`module "a" {\\n  source = "./a"\\n}\\n\`;`,
  ])('which is checked: %s', (text) => {
    expect(escapedBlock.test(text)).toBe(true);
  });
});
