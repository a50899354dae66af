import type { Command } from 'commander';
import { knownOperations } from '../../../../app/run/knowledge.ts';
import { type KnownOperation, knowledgeKey } from '../../../../model/knowledge.ts';
import { displayText } from '../../../../model/text.ts';
import { minuteText } from '../../../../model/time-text.ts';
import { formatCount } from '../../../../model/words.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import type { Cli } from '../../program/command.ts';
import { withKnowledge } from './store.ts';

interface KbOptions {
  readonly dir: string;
  readonly json?: boolean;
}

/**
 * `parley kb list`: lists what plans confirmed or refuted about calls that the catalog does not
 * know.
 */
export function defineKbList(command: Command, { io, finish }: Cli): void {
  command
    .description('list what plans confirmed or refuted')
    .option('--dir <root>', 'folder of the root module, whose store is read', '.')
    .option('--json', 'print JSON')
    .action(async (options: KbOptions) => finish(await list(io, options)));
}

async function list(io: Io, { dir, json }: KbOptions): Promise<ExitCode> {
  return withKnowledge(io, dir, async (store) => {
    const known = await knownOperations(store);
    io.out(
      json ? `${jsonText({ operations: known }, 2)}\n` : terminalText(renderKnown(known), io.color),
    );
    return 0;
  });
}

function renderKnown(known: readonly KnownOperation[]): string {
  if (known.length === 0) return 'Nothing was learned yet.\n';
  return known
    .map(({ entry, status, confirmations, contradictions, updatedAt }) =>
      [
        `${knowledgeKey(entry)}  ${status}`,
        ...entry.changes.map(
          ({ attribute, member, as }) => `  ${attribute} from ${member}, as ${as}`,
        ),
        `  ${formatCount(confirmations, 'plan')} for it, ${contradictions} against, last ${minuteText(updatedAt)}; by ${displayText(entry.origin, 120)}`,
        '',
      ].join('\n'),
    )
    .join('');
}
