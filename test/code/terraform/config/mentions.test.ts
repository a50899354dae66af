import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectDeclaredNames } from '../../../../src/code/terraform/config/affected/file-names.ts';
import { createMentions } from '../../../../src/code/terraform/config/affected/mentions.ts';
import { readConfigFile } from '../../../../src/code/terraform/config/files.ts';
import { createParseCache } from '../../../../src/code/terraform/config/parse-cache.ts';
import type { SourceFile } from '../../../../src/code/terraform/config/source.ts';
import { cases } from '../../../cases.ts';
import { editedProjects } from '../../../stages/patch/affected-projects.ts';

const cache = createParseCache();

function fileOf(path: string, text: string): SourceFile {
  return readConfigFile(path, text, { role: 'config', editable: true, cache });
}

describe('mentions', () => {
  it('include every file that depends on a name, and every file that reads files', () => {
    fc.assert(
      fc.property(editedProjects, (versions) => {
        const [searching, indexing] = [createMentions(1e9), createMentions(0)];
        for (const items of versions) {
          const files = new Set(
            Object.entries(items).map(([path, texts]) => fileOf(path, texts.join('\n'))),
          );
          for (const file of files) {
            const { dependents, reads } = collectDeclaredNames(file);
            for (const name of dependents.keys()) {
              // A block with repetition is found by its own name instead.
              if (name === 'repetition') continue;
              expect(searching.naming(files, name)).toContain(file);
              expect(indexing.naming(files, name)).toContain(file);
            }
            if (reads.length > 0) expect(indexing.reading(files)).toContain(file);
          }
        }
      }),
      { numRuns: cases(200) },
    );
  });

  it.each([
    [
      'local.b',
      `locals {
  a = 1e5-local.b
}`,
    ],
    [
      'local.b-c',
      `locals {
  a = 2 -local.b-c
}`,
    ],
    [
      'aws_vpc.größe',
      `locals {
  a = aws_vpc.größe.id
}`,
    ],
    [
      'module.x|url',
      `locals {
  a = [for y in module.x : y.url]
}`,
    ],
  ])('include %s in %j', (name, text) => {
    const file = fileOf('a.tf', text);
    expect(createMentions(0).naming(new Set([file]), name)).toEqual([file]);
  });

  it.each([
    ['file("a")', true],
    ['base64encode( templatefile ("a", {}))', true],
    ['core::filesha256("a")', true],
    ['profile("a")', false],
    ['"file.zip"', false],
  ])('notice whether %s reads a file', (text, reads) => {
    const file = fileOf(
      'a.tf',
      `locals {
  a = ${text}
}`,
    );
    expect(createMentions().reading(new Set([file]))).toEqual(reads ? [file] : []);
  });
});
