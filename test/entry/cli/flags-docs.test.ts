import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { root } from './parley.ts';
import { program } from './program.ts';

const folder = join(root, 'docs');
const pages = ['README.md', ...readdirSync(folder).map((name) => join('docs', name))]
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const);

interface Flag {
  readonly command: string;
  readonly flag: string;
}

/** The flags of a command and its subcommands, each with the full command path. */
function flagsOf(command: Command, above = ''): readonly Flag[] {
  const path = `${above} ${command.name()}`.trim();
  const own = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ long }) => ({ command: path, flag: long ?? '' }));
  return [...own, ...command.commands.flatMap((each) => flagsOf(each, path))];
}

const flags = program.commands.flatMap((command) => flagsOf(command));

/** The flags in each `parley NAME ... --flag`, up to the end of the code or line. */
function calls(text: string): readonly Flag[] {
  const found = text.matchAll(/\bparley ([a-z][\w-]*)((?: [^`\n|&;#]*)?)/g);
  return [...found].flatMap(([, command = '', rest = '']) =>
    [...rest.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([flag]) => ({ command, flag })),
  );
}

describe('the documentation', () => {
  it('mentions every flag of every command', () => {
    const all = pages.map(([, text]) => text).join('\n');
    const missing = flags.filter(({ flag }) => !new RegExp(`${flag}(?![\\w-])`).test(all));

    expect(missing).toEqual([]);
  });

  it.each(pages)('only calls commands with flags that exist: %s', (_, text) => {
    const wrong = calls(text).filter(
      ({ command, flag }) =>
        program.commands.some((each) => each.name() === command) &&
        !flags.some((one) => one.flag === flag && `${one.command} `.startsWith(`${command} `)),
    );

    expect(wrong).toEqual([]);
  });
});
