/** What became of the file of a resource. */
export interface ShownSync {
  readonly name: string;
  readonly kind: string;
  readonly digest: string;
  readonly path: string;
  readonly change: 'create' | 'update' | 'rollback' | 'remove';
}

const verbs = {
  create: 'add',
  update: 'change',
  rollback: 'roll back',
  remove: 'remove',
} as const;
const done = {
  create: 'Added',
  update: 'Changed',
  rollback: 'Rolled back',
  remove: 'Removed',
} as const;

/** `parley(resource.create): add NAME`, with trailers that tools read back. */
export function syncMessage(tenant: string, { name, kind, digest, change }: ShownSync): string {
  return [
    `parley(resource.${change}): ${verbs[change]} ${name}`,
    '',
    `Parley-Resource: ${tenant}/${name}`,
    `Parley-Kind: ${kind}`,
    `Parley-Artifact: ${digest}`,
    '',
  ].join('\n');
}

export function syncedLine({ name, path, change, digest }: ShownSync, isDone: boolean): string {
  const said = isDone ? done[change] : `Would ${verbs[change]}`;
  return `${said} ${name} in ${path} (${digest.slice(0, 'sha256:'.length + 12)})`;
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
  const said = isDone ? 'Published' : 'Would publish';
  return `${said} version ${number} of ${name}, which the code has (${digest.slice(0, 'sha256:'.length + 12)})`;
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

/** Where people changed the same, one a line. */
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
