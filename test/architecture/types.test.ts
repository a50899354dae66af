import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../../scripts/architecture/imports.ts';

const root = resolve(import.meta.dirname, '../..');

/** Places that name a type without knowing anything about it, by their start. */
const examples = [
  'src/entry/demo/',
  'src/entry/api/routes/ledger.ts',
  'src/entry/cli/commands/init.ts',
  'src/stages/intent/notation/change.ts',
];

/** Data sources that are part of the language rather than of a cloud: a document, and who plans. */
const dataSources = ['aws_iam_policy_document', 'aws_caller_identity'];

const typeName = /\b(?:aws|azurerm|google)_[a-z0-9_]+/g;

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

it('what is known of a type is in `providers` alone', () => {
  const named = sourceFiles(join(root, 'src')).flatMap((path) => {
    const file = relative(root, path);
    if (file.startsWith('src/providers/') || examples.some((one) => file.startsWith(one)))
      return [];
    const types = withoutComments(readFileSync(path, 'utf8')).match(typeName) ?? [];
    return types.filter((type) => !dataSources.includes(type)).map((type) => `${file}: ${type}`);
  });

  expect(named).toEqual([]);
});
