import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { withStore } from '../../../app/history/with-store.ts';
import { knownOperations } from '../../../app/run/knowledge.ts';
import { type KnownOperation, knowledgeKey } from '../../../model/knowledge.ts';
import { displayText } from '../../../model/text.ts';
import { minuteText } from '../../../model/time-text.ts';
import { formatCount } from '../../../model/words.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';

export interface KbOptions {
  readonly dir: string;
  readonly json?: boolean;
}

const what = 'keeps what was learned';

/**
 * `parley kb list`: lists what plans confirmed or refuted about calls that the catalog does not
 * know.
 */
export async function runKbList(io: Io, { dir, json }: KbOptions): Promise<ExitCode> {
  return withStore(io, dir, what, async (store) => {
    const known = await knownOperations(store);
    io.out(
      json ? `${jsonText({ operations: known }, 2)}\n` : terminalText(renderKnown(known), io.color),
    );
    return 0;
  });
}

/**
 * `parley kb export`: prints confirmed entries in the form of `parley.yaml`, for a person to
 * review.
 */
export async function runKbExport(
  io: Io,
  { dir, out }: { readonly dir: string; readonly out?: string },
): Promise<ExitCode> {
  return withStore(io, dir, what, async (store) => {
    const known = await knownOperations(store);
    const operations = known.filter(({ status }) => status === 'confirmed');
    const text = stringify({ operations: operations.map(({ entry }) => entry) });
    if (out === undefined) {
      io.out(terminalText(text, false));
      return 0;
    }
    try {
      await writeFile(resolve(io.cwd, out), text);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return printProblem(io, {
        code: 'write-failed',
        message: `The file cannot be written: ${why}.`,
        place: { file: out },
        hint: 'Give a file in an existing folder that you may write to.',
      });
    }
    io.out(`Wrote ${formatCount(operations.length, 'operation')} to ${out}.\n`);
    return 0;
  });
}

/** `parley kb forget KEY`: removes the entry, so that a model may propose it again. */
export async function runKbForget(io: Io, key: string, dir: string): Promise<ExitCode> {
  return withStore(io, dir, what, async (store) => {
    const known = (await knownOperations(store)).map(({ entry }) => knowledgeKey(entry));
    if (!known.includes(key)) {
      return printProblem(io, {
        code: 'unknown-operation',
        message: `Nothing is known of ${displayText(key, 120)}.`,
        hint: 'Name it as `parley kb list` does: SERVICE:OPERATION:TYPE.',
      });
    }
    await store.removeKnowledge(key);
    io.out(`Forgot ${key}.\n`);
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
