import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { checkScan } from '../../../src/app/stack/schedules.ts';
import { ConfigFile } from '../../../src/config/schema.ts';
import { serviceIssues } from '../../../src/config/service/checks.ts';
import { resolveService } from '../../../src/config/service/resolved.ts';
import { jobDefinitions } from '../../../src/ports/jobs.ts';
import { readYamlFile } from '../../../src/text/yaml-file.ts';
import { root } from '../cli/parley.ts';
import { program } from '../cli/program.ts';

const page = readFileSync(join(root, 'docs', 'service.md'), 'utf8');
const example = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

function commandOf(words: readonly string[], from: Command = program): Command | undefined {
  const [name, ...rest] = words;
  const found = from.commands.find((each) => each.name() === name);
  return rest.length === 0 || found === undefined ? found : commandOf(rest, found);
}

function flagsOf(name: string): readonly string[] {
  return (commandOf([name])?.options ?? []).map(({ long }) => long ?? '');
}

/** The first cells of the table with this first column heading. */
function cells(heading: string): readonly string[] {
  const table = page.split(`| ${heading} |`)[1]?.split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
}

describe('docs/service.md', () => {
  it('gives settings that a service starts with, given its secrets', () => {
    const read = readYamlFile(example, 'parley.yaml', ConfigFile);
    if (!read.ok) throw new Error(read.error.message);
    const secret = 'a-secret-of-some-length';
    const env = { GITHUB_TOKEN: secret, PARLEY_API_TOKEN: secret };
    const named = [...page.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name);

    expect(serviceIssues(read.value, checkScan)).toEqual([]);
    expect(resolveService(read.value, env)).toMatchObject({ ok: true });
    expect(named).toEqual(expect.arrayContaining(Object.keys(env)));
    expect(read.value.stacks).toHaveLength(1);
  });

  it('names commands that exist', () => {
    const commands = cells('command').flatMap((cell) =>
      [...cell.matchAll(/`parley ([a-z ]+[a-z])/g)].map(([, words = '']) => words.split(' ')),
    );

    expect(commands.length).toBeGreaterThan(5);
    for (const words of commands) expect(commandOf(words)?.name()).toBe(words.at(-1));
  });

  it('lists every flag of serve and worker', () => {
    const flags = cells('flag of `serve` and `worker`').flatMap((cell) => cell.match(/--[a-z-]+/g));
    const all = new Set([...flagsOf('serve'), ...flagsOf('worker'), '--dir', '--config']);

    expect([...flags, '--dir', '--config'].sort()).toEqual([...all].sort());
  });

  it('lists every kind of job', () => {
    expect(cells('job')).toEqual(
      expect.arrayContaining(Object.keys(jobDefinitions).map((name) => `\`${name}\``)),
    );
  });

  it('links to pages that exist', () => {
    const links = [...page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);

    for (const path of new Set(links))
      expect(existsSync(join(root, 'docs', path)), path).toBe(true);
  });
});
