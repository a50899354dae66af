import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listedCommands } from '../../../src/entry/cli/program/table.ts';
import { parley, root } from './parley.ts';
import { program } from './program.ts';

/** Files and packages that are loaded before any command runs; not types or `import()`. */
function loaded(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const name = relative(root, file);
  if (seen.has(name)) return seen;
  seen.add(name);
  const statements = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*?'([^']+)';/gm);
  for (const [, target = ''] of statements) {
    if (target.startsWith('.')) loaded(resolve(dirname(file), target), seen);
    else seen.add(target);
  }
  return seen;
}

describe('parley --help', () => {
  it('loads the command line and nothing else', () => {
    expect([...loaded(join(root, 'src', 'cli.ts'))].sort()).toEqual([
      'commander',
      'node:fs',
      'node:module',
      'node:v8',
      'src/app/version.ts',
      'src/cli.ts',
      'src/entry/cli/main.ts',
      'src/entry/cli/program/create.ts',
      'src/entry/cli/program/table.ts',
      'src/entry/cli/progress-line.ts',
      'src/model/text.ts',
      'src/model/words.ts',
    ]);
  });

  it('lists each command with its arguments', () => {
    const help = program.createHelp();

    expect(listedCommands.map(({ usage }) => usage)).toEqual(
      program.commands.map((command) => help.subcommandTerm(command)),
    );
  });

  it.each([
    [['--help'], /reconcile.*scan.*explain.*demo.*init.*doctor/s],
    [['reconcile', '--help'], /--events.*--write.*--pr.*--force/s],
    [['scan', '--help'], /--state.*--policy.*--exit-code/s],
    [['help', 'scan'], /--state.*--policy.*--exit-code/s],
    [['receipt', '--help'], /show.*verify.*replay.*export.*key/s],
    [['receipt', 'key', 'list', '--help'], /--dir.*--tenant.*--json.*--pem/s],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
  ])('%j prints to stdout and exits 0', async (args, says) => {
    const run = await parley(root, ...args);

    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(says);
  });

  it('shows no flags that write for scan', async () => {
    expect((await parley(root, 'scan', '--help')).out).not.toMatch(/--write|--pr\b|--force/);
  });

  it.each([
    ['no command', [], /^Usage: parley/],
    ['an unknown command', ['scna'], /^parley: Unknown command 'scna'\. Did you mean scan\? Add/],
    [
      'an unknown subcommand',
      ['receipt', 'shwo'],
      /^parley: Unknown command 'shwo'\. Did you mean show\? Add/,
    ],
    [
      'an unknown flag',
      ['receipt', 'show', '--jsno'],
      /^parley: Unknown option '--jsno'\. Did you mean --json\? Add/,
    ],
    ['no id to explain', ['explain'], /^parley: Missing required argument 'id'\./],
  ])('%s is an error on stderr', async (_, args, says) => {
    const run = await parley(root, ...args);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(says);
  });
});
