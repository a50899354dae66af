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
  'src/model/knowledge.ts',
  'src/stages/intent/notation/change.ts',
];

/** Data sources that are part of the language rather than of a cloud: a document, and who plans. */
const dataSources = ['aws_iam_policy_document', 'aws_caller_identity'];

/** A type, the prefix of a provider, in patterns too, or a service of AWS. */
const typeName =
  /\b(?:aws|azurerm|azuread|azapi|google)(?:[|)][a-z|)]*)?_[a-z0-9_]*|\b[a-z0-9]+\.amazonaws\.com/g;

/** The readers of logs and the signatures of actors name services as callers. */
function isCaller(file: string, name: string): boolean {
  return file.startsWith('src/evidence/') && name.endsWith('.amazonaws.com');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

it('what is known of a type is in `providers` alone', () => {
  const named = sourceFiles(join(root, 'src')).flatMap((path) => {
    const file = relative(root, path);
    if (file.startsWith('src/providers/') || examples.some((one) => file.startsWith(one)))
      return [];
    const names = withoutComments(readFileSync(path, 'utf8')).match(typeName) ?? [];
    return names
      .filter((name) => !dataSources.includes(name) && !isCaller(file, name))
      .map((name) => `${file}: ${name}`);
  });

  expect(named).toEqual([]);
});

it.each(['aws_sqs_queue', '/^(?:azurerm|google)_/', "'google_'", 'iam.amazonaws.com'])(
  'which is checked: %s',
  (text) => {
    expect(text.match(typeName)).not.toBeNull();
  },
);
