import type { BatchObject } from './batch-answers.ts';
import type { ReadObject } from './object-reader.ts';
import type { GitOutput } from './run.ts';

/** A query that the process that reads objects can answer. */
export interface LookUp {
  readonly gitDir: string;
  /** Without white space, because it is sent as a line. */
  readonly name: string;
  readonly wants: 'id' | 'blob' | 'nothing';
}

/**
 * Recognizes `--git-dir DIR` with `rev-parse --verify --quiet NAME`, `cat-file blob NAME` or
 * `cat-file -e NAME`; undefined for other commands.
 */
export function parseLookUp(args: readonly string[]): LookUp | undefined {
  const [flag, gitDir, command, ...rest] = args;
  const name = rest.at(-1) ?? '';
  if (flag !== '--git-dir' || gitDir === undefined || !/^[\x21-\x7e]+$/.test(name))
    return undefined;
  if (name.startsWith('-')) return undefined;
  switch (`${command} ${rest.slice(0, -1).join(' ')}`) {
    case 'rev-parse --verify --quiet':
      return { gitDir, name, wants: 'id' };
    case 'cat-file blob':
      return { gitDir, name, wants: 'blob' };
    case 'cat-file -e':
      return { gitDir, name, wants: 'nothing' };
    default:
      return undefined;
  }
}

/** The answer that the command would have given; undefined if the command has to be run itself. */
export async function lookUp(read: ReadObject, asked: LookUp): Promise<GitOutput | undefined> {
  const found = await read(asked.name);
  if (found === undefined) return undefined;
  if (found.kind === 'missing') {
    // Only the command itself reports why a blob is missing.
    return asked.wants === 'blob' ? undefined : { code: 1, out: '', complaint: '' };
  }
  if (asked.wants === 'blob' && found.type !== 'blob') return undefined;
  return { code: 0, out: lookUpOutput(asked.wants, found), complaint: '' };
}

function lookUpOutput(
  wants: LookUp['wants'],
  { id, content }: Extract<BatchObject, { kind: 'object' }>,
): string {
  if (wants === 'id') return `${id}\n`;
  return wants === 'blob' ? content.toString() : '';
}
