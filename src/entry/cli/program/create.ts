import { Command } from 'commander';
import { version } from '../../../app/version.ts';
import { upperFirst } from '../../../model/words.ts';
import type { Cli } from './command.ts';
import { listedCommands } from './table.ts';

/**
 * The program for one command line. Only the command that is named gets its flags and its action,
 * since loading what all of them do takes seconds. The others are there to be listed, and to be
 * suggested for a misspelt name.
 */
export async function createProgram(args: readonly string[], cli: Cli): Promise<Command> {
  const program = new Command('parley')
    .description(
      'Arbitrates infrastructure drift: who changed what, whose intent wins, and the patch.',
    )
    .version(version())
    .configureOutput({
      writeOut: cli.io.out,
      writeErr: cli.io.err,
      outputError: (text, write) => write(usageError(text)),
    })
    .exitOverride();
  const named = commandNamed(args);
  for (const { usage, summary, load } of listedCommands) {
    const [name = usage] = usage.split(' ');
    const isNamed = name === named;
    // Commander takes the usage of a command for its arguments, and lists it as it is.
    const command = program.command(isNamed ? name : usage).description(summary);
    if (isNamed) (await load())(command, cli);
  }
  return program;
}

/** The command in `scan --json` and in `help scan`; the program itself has no flags with values. */
function commandNamed(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  return first === 'help' ? second : first;
}

/** Commander's message in sentences, as all other messages are. */
function usageError(text: string): string {
  const sentence = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/ \((Did you mean .*\?)\)$/, '. $1');
  const end = /[.?)]$/.test(sentence) ? '' : '.';
  return `parley: ${upperFirst(sentence)}${end} Add --help for the options.\n`;
}
