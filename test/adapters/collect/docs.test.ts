import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigFile } from '../../../src/config/schema.ts';
import { readYamlFile } from '../../../src/text/yaml-file.ts';
import { program } from '../../entry/cli/program.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/collect.md'), 'utf8');
const examples = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );

describe('docs/collect.md', () => {
  it.each(examples('yaml').map((text) => [text]))('has only valid YAML examples:\n%s', (text) => {
    expect(readYamlFile(text, 'parley.yaml', ConfigFile)).toMatchObject({ ok: true });
  });

  it.each(examples('json').map((text) => [text]))('has only valid JSON:\n%s', (text) => {
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it('has an example of each kind of source', () => {
    const kinds = examples('yaml').flatMap((text) => [...text.matchAll(/kind: (\S+)/g)]);

    expect([...new Set(kinds.map(([, kind]) => kind))].sort()).toEqual([
      'azure-activity',
      'cloudtrail-lookup',
      'cloudtrail-s3',
      'gcp-audit',
      'push',
    ]);
  });

  it('lists all flags', () => {
    const command = program.commands.find((each) => each.name() === 'collect');
    const rows = [...page.matchAll(/^\| `(--[a-z]+)/gm)].map(([, flag]) => flag);

    expect(rows.sort()).toEqual(command?.options.map(({ long }) => long).sort());
  });
});
