import type { DriftValue } from '../../model/drift.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { minuteText } from '../../model/time-text.ts';
import type { CatalogueEntry, NumberedVersion } from '../../stages/resource/catalogue.ts';
import { sidesText } from './change-text.ts';

/** The result of a push. */
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
  const line = isTrial ? `Would be ${past.toLowerCase()}: ${at}` : `${past} ${at}`;
  if (contested.length === 0) return line;
  return `${line}\n  written at the same time: ${contested.join(', ')}; the next version settles it`;
}

/** A table of the declared resources. */
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

/** The state of a resource in the code. Without a digest, the code does not have it. */
export interface CodeStatus {
  readonly path: string;
  readonly digest?: string;
  readonly number?: number;
  readonly isCurrent?: boolean;
  readonly commit?: string;
}

export interface ShownStatus {
  /** Number of receipts. */
  readonly receipts: number;
  /** Location of the artifacts. */
  readonly location: string;
  /** Undefined where the code was not checked. */
  readonly code: CodeStatus | undefined;
  /** Undefined where no run of the code was recorded. */
  readonly seen: SeenStatus | undefined;
}

/** What will happen to a drift; `src/app/resource/drift-outlook.ts` explains each kind. */
type ShownStanding =
  | { readonly kind: 'answered'; readonly action: string; readonly by: string }
  | { readonly kind: 'in-code' }
  | { readonly kind: 'proposed'; readonly branch: string }
  | { readonly kind: 'decided'; readonly outcome: string }
  | { readonly kind: 'undecided' };

/** What the last run saw. */
export interface SeenStatus {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly drifts: readonly {
    readonly address: string;
    readonly path: AttributePath;
    readonly declared: DriftValue;
    readonly live: DriftValue;
    readonly lastConfirmed: { readonly at: string };
    readonly standing: ShownStanding;
  }[];
  readonly owners: readonly { readonly name: string; readonly fields: number }[];
}

/** One fact per line, followed by the history. */
export function resourceStatus(
  { name, current, contested, versions, missing }: CatalogueEntry,
  { receipts, location, code, seen }: ShownStatus,
): string {
  const lines = [
    `${name} (${current.kind})`,
    `  declared   version ${current.number}, ${current.digest}${current.removed ? ', removed' : ''}`,
    `  artifact   ${location}/${current.tenant}/${name}@${current.digest}`,
    ...contested.map(({ number, digest }) => `  contested  version ${number}, ${digest}`),
    ...missing.map((digest) => `  missing    ${digest}`),
    ...(code === undefined ? [] : [`  code       ${codeLine(code)}`]),
    ...(seen === undefined ? [] : seenLines(seen)),
    `  receipts   ${receipts}`,
    '  versions',
    ...[...versions]
      .reverse()
      .map((one) => `    ${one.number}  ${one.digest}${one.removed ? '  removed' : ''}`),
  ];
  return `${lines.join('\n')}\n`;
}

function seenLines({ at, drifts, owners }: SeenStatus): readonly string[] {
  const [first, ...more] = drifts;
  const held = owners.map(({ name, fields }) => `${name} (${fields})`).join(', ');
  const owner = held === '' ? [] : [`  owner      ${displayText(held, 200)}`];
  if (first === undefined) {
    return [
      `  live       as the code says, as of ${minuteText(at)}`,
      '  drift      none',
      ...owner,
    ];
  }
  const { path, declared, live, standing, lastConfirmed } = first;
  const [was, is] = sidesText([declared, live], path);
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const isInCode = drifts.every((drift) => drift.standing.kind === 'in-code');
  const than = isInCode ? 'as the code says by now' : 'not as the code says';
  return [
    `  live       ${than}, last confirmed at ${minuteText(lastConfirmed.at)}`,
    `  drift      ${formatPath(path)}: ${was} -> ${is}, ${standingText(standing)}${others}`,
    ...owner,
  ];
}

function standingText(standing: ShownStanding): string {
  switch (standing.kind) {
    case 'answered': {
      const by = displayText(standing.by, 80);
      return `answered (${standing.action}) by ${by}; the next run follows it`;
    }
    case 'in-code':
      return 'accepted and in the code; the next run confirms it';
    case 'proposed':
      return `accepted, waits for the merge of ${displayText(standing.branch, 200)}`;
    case 'decided':
      return standing.outcome;
    case 'undecided':
      return 'undecided';
  }
}

function codeLine({ path, digest, number, isCurrent, commit }: CodeStatus): string {
  if (digest === undefined) return `${path} is not there`;
  const version = number === undefined ? digest : `version ${number}`;
  const by = commit === undefined ? 'not committed' : `commit ${commit.slice(0, 12)}`;
  return `${path}, ${version}, ${by}${isCurrent ? '' : '; `parley sync` brings it up to date'}`;
}
