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

/** The sections of a page, each with its heading; a comment in code is no heading. */
function sectionsOf(text: string): readonly string[] {
  const sections = [''];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^ *```/.test(line)) isCode = !isCode;
    if (!isCode && /^## /.test(line)) sections.push('');
    sections.push(`${sections.pop()}${line}\n`);
  }
  return sections;
}

const sections = pages.flatMap(([, text]) => sectionsOf(text));
const shared = sections.filter((text) => text.startsWith('## Flags of many commands\n'));

/** True for a section that is headed by the command, or names it: `parley kb list\|export`. */
function isAbout(section: string, command: string): boolean {
  const [heading = ''] = section.split('\n');
  if (heading.replace('## ', '').split(' and ').includes(command)) return true;
  const words = command.split(' ');
  const last = words.pop();
  const group = ['parley', ...words].join(' ');
  return new RegExp(`${group} (?:[\\w-]+\\\\?\\|)*${last}(?![\\w-])`).test(section);
}

function isDocumented({ command, flag }: Flag): boolean {
  const named = new RegExp(`${flag}(?![\\w-])`);
  return [...sections.filter((section) => isAbout(section, command)), ...shared].some((section) =>
    named.test(section),
  );
}

/** The flags in each `parley NAME ... --flag`, up to the end of the code or line. */
function calls(text: string): readonly Flag[] {
  const found = text.matchAll(/\bparley ([a-z][\w-]*)((?: [^`\n|&;#]*)?)/g);
  return [...found].flatMap(([, command = '', rest = '']) =>
    [...rest.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([flag]) => ({ command, flag })),
  );
}

describe('the documentation', () => {
  it('mentions every flag of every command where the command is described', () => {
    expect(shared).toHaveLength(1);
    expect(flags.filter((flag) => !isDocumented(flag))).toEqual([]);
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
