import { plannedText, type ShownSync, syncVerbs } from '../commit/sync.ts';

const done = {
  create: 'Added',
  update: 'Changed',
  rollback: 'Rolled back',
  move: 'Moved',
  remove: 'Removed',
} as const;

export function syncedLine(
  { name, path, from, change, digest, planned }: ShownSync,
  isDone: boolean,
): string {
  const action = isDone ? done[change] : `Would ${syncVerbs[change]}`;
  const where = from === undefined ? `in ${path}` : `from ${from.path} to ${path}`;
  const plan = planned === undefined ? '' : `; plan: ${plannedText(planned)}`;
  return `${action} ${name} ${where} (${digest.slice(0, 'sha256:'.length + 12)})${plan}`;
}

/** A version that the code had before it was published. */
export function dueLine(
  {
    name,
    number,
    digest,
  }: { readonly name: string; readonly number: number; readonly digest: string },
  isDone: boolean,
): string {
  const action = isDone ? 'Published' : 'Would publish';
  return `${action} version ${number} of ${name}, which the code has (${digest.slice(0, 'sha256:'.length + 12)})`;
}

const foreign = 'Somebody else wrote this file; move it away.';

export interface ShownRefusal {
  readonly name: string;
  readonly path: string;
  readonly because?: string;
  readonly conflicts: readonly {
    readonly what: string;
    readonly line: number;
    readonly commit?: string;
  }[];
}

/** Places where people changed the same lines, one per line. */
export function refusedLines(refused: readonly ShownRefusal[]): string {
  return refused
    .flatMap(({ name, path, conflicts, because }) =>
      conflicts.length === 0
        ? [`${path}: ${name} is not written. ${because ?? foreign}`]
        : conflicts.map(({ what, line, commit }) => {
            const who = commit === undefined ? 'a person' : `commit ${commit.slice(0, 12)}`;
            return `${path}:${line}: ${name} is not written, since ${who} changed ${what}. Use --force to take that back.`;
          }),
    )
    .map((line) => `${line}\n`)
    .join('');
}
