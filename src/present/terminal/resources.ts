import type { CatalogueEntry, NumberedVersion } from '../../stages/resource/catalogue.ts';

/** What became of a push. */
export interface ShownPush extends Pick<NumberedVersion, 'kind' | 'name' | 'digest' | 'number'> {
  readonly change: 'created' | 'updated' | 'removed' | 'unchanged';
  readonly contested: readonly string[];
}

/** One line: `Created my-app (VirtualMachine) version 1, sha256:...`. */
export function pushedLine(
  { change, name, kind, number, digest, contested }: ShownPush,
  isTrial: boolean,
): string {
  const at = `${name} (${kind}) version ${number}, ${digest}`;
  if (change === 'unchanged') return `Unchanged: ${at}`;
  const past = { created: 'Created', updated: 'Updated', removed: 'Removed' }[change];
  const said = isTrial ? `Would be ${past.toLowerCase()}: ${at}` : `${past} ${at}`;
  if (contested.length === 0) return said;
  return `${said}\n  written at the same time: ${contested.join(', ')}; the next version settles it`;
}

/** A table of what is declared. */
export function resourceLines(entries: readonly CatalogueEntry[]): string {
  if (entries.length === 0) return 'Nothing is declared.\n';
  const rows = entries.map(({ current, contested }) => [
    current.name,
    current.kind,
    `v${current.number}`,
    current.digest.slice(0, 'sha256:'.length + 12),
    current.removed ? 'removed' : contested.length > 0 ? 'contested' : '',
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** What the code has of a resource; without a digest nothing. */
export interface CodeStatus {
  readonly path: string;
  readonly digest?: string;
  readonly number?: number;
  readonly isCurrent?: boolean;
  readonly commit?: string;
}

export interface ShownStatus {
  /** How many there are. */
  readonly receipts: number;
  /** Where the artifacts are. */
  readonly location: string;
  /** Undefined where nobody looked. */
  readonly code: CodeStatus | undefined;
}

/** One fact a line, and the history behind it. */
export function resourceStatus(
  { name, current, contested, versions, missing }: CatalogueEntry,
  { receipts, location, code }: ShownStatus,
): string {
  const lines = [
    `${name} (${current.kind})`,
    `  declared   version ${current.number}, ${current.digest}${current.removed ? ', removed' : ''}`,
    `  artifact   ${location}/${current.tenant}/${name}@${current.digest}`,
    ...contested.map(({ number, digest }) => `  contested  version ${number}, ${digest}`),
    ...missing.map((digest) => `  missing    ${digest}`),
    ...(code === undefined ? [] : [`  code       ${codeLine(code)}`]),
    `  receipts   ${receipts}`,
    '  versions',
    ...[...versions]
      .reverse()
      .map((one) => `    ${one.number}  ${one.digest}${one.removed ? '  removed' : ''}`),
  ];
  return `${lines.join('\n')}\n`;
}

function codeLine({ path, digest, number, isCurrent, commit }: CodeStatus): string {
  if (digest === undefined) return `${path} is not there`;
  const version = number === undefined ? digest : `version ${number}`;
  const by = commit === undefined ? 'not committed' : `commit ${commit.slice(0, 12)}`;
  return `${path}, ${version}, ${by}${isCurrent ? '' : '; `parley sync` brings it up to date'}`;
}
