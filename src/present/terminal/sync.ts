/** What became of the file of a resource. */
export interface ShownSync {
  readonly name: string;
  readonly kind: string;
  readonly digest: string;
  readonly path: string;
  readonly change: 'create' | 'update' | 'remove';
}

const verbs = { create: 'add', update: 'change', remove: 'remove' } as const;

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
  const done = { create: 'Added', update: 'Changed', remove: 'Removed' }[change];
  const said = isDone ? done : `Would ${verbs[change]}`;
  return `${said} ${name} in ${path} (${digest.slice(0, 'sha256:'.length + 12)})`;
}

export interface ShownRefusal {
  readonly name: string;
  readonly path: string;
  readonly conflicts: readonly {
    readonly what: string;
    readonly line: number;
    readonly commit?: string;
  }[];
}

/** Where people changed the same, one a line. */
export function refusedLines(refused: readonly ShownRefusal[]): string {
  return refused
    .flatMap(({ name, path, conflicts }) =>
      conflicts.length === 0
        ? [`${path}: ${name} is not written, since somebody else wrote this file. Move it away.`]
        : conflicts.map(({ what, line, commit }) => {
            const who = commit === undefined ? 'a person' : `commit ${commit.slice(0, 12)}`;
            return `${path}:${line}: ${name} is not written, since ${who} changed ${what}. Use --force to take that back.`;
          }),
    )
    .map((line) => `${line}\n`)
    .join('');
}
