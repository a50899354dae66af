import { isDeepStrictEqual } from 'node:util';
import { structuredPatch } from 'diff';
import type { LoadOptions } from '../../../src/code/terraform/config/configuration.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath, parsePath } from '../../../src/model/path.ts';
import type { RefusedGoal } from '../../../src/stages/patch/synthesis.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { type FileCase, readCaseFile } from '../../case-file.ts';
import { elementGoal, type Patched, typeOf, valueGoal } from './harness.ts';

type Section = FileCase['sections'][number];

/** A project, the goals to reach in it, and what comes of them. */
export interface PatchCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Attributes in the state, by address. */
  readonly state: Readonly<Record<string, JsonObject>>;
  readonly options: LoadOptions;
  readonly goals: readonly Goal[];
  /** The sections that `outcomeOf` should give. */
  readonly outcome: readonly Section[];
}

/**
 * The cases of a file. Sections up to `goals` are the files of the project, and `state` and `options`;
 * those after it are the outcome.
 */
export function readPatchCases(path: string): readonly PatchCase[] {
  return readCaseFile(path).map(({ name, sections }) => {
    const at = sections.findIndex(([title]) => title === 'goals');
    const given = new Map(sections.slice(0, at));
    const take = (title: string): string => {
      const text = given.get(title) ?? '';
      given.delete(title);
      return text;
    };
    const state = linesOf(take('state')).map((line) => {
      const end = line.indexOf(' {');
      return [line.slice(0, end), JSON.parse(line.slice(end))];
    });
    return {
      name,
      state: Object.fromEntries(state),
      options: JSON.parse(take('options') || '{}'),
      files: Object.fromEntries(given),
      goals: linesOf(sections[at]?.[1] ?? '').map(readGoal),
      outcome: sections.slice(at + 1),
    };
  });
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

/**
 * `set ADDRESS PATH = JSON`, `add` and `remove` of an element with the same words, `delete ADDRESS`,
 * or another kind of goal with its members as JSON.
 */
function readGoal(line: string): Goal {
  const [, kind = '', address = '', rest = ''] = /^(\w+) (\S+) ?(.*)$/.exec(line) ?? [];
  if (rest.startsWith('{') || rest === '') {
    const members = JSON.parse(rest || '{}');
    return { kind, drift: `d-${address}`, address, type: typeOf(address), ...members };
  }
  const cut = rest.indexOf(' = ');
  const path = parsePath(rest.slice(0, cut));
  const value = JSON.parse(rest.slice(cut + 3));
  if (path === undefined) throw new Error(`There is no path in: ${line}`);
  if (kind === 'set') return valueGoal(address, path, value);
  if (kind === 'add' || kind === 'remove') return elementGoal(address, path, kind, value);
  throw new Error(`There is no such goal: ${line}`);
}

/** What came of a case, as its sections say it. */
export function outcomeOf(
  { files, goals }: Pick<PatchCase, 'files' | 'goals'>,
  { changed, synthesis }: Patched,
): readonly Section[] {
  const { refused, sites, radius, verification } = synthesis;
  const asPlanned = { level: 'evaluate', passed: true, notes: [] };
  const beyond = radius.filter(
    ({ address, path }) =>
      !goals.some((goal) => goal.address === address && startsAt(goal, formatPath(path))),
  );
  return [
    ...Object.entries(changed)
      .sort(([a], [b]) => Number(a > b) - Number(a < b))
      .map(([path, text]): Section => [`change ${path}`, hunks(files[path] ?? '', text)]),
    ...section('sites', sites),
    ...section('refused', refused.map(refusedText)),
    ...section(
      'also changes',
      beyond.map(({ address, path }) => `${address} ${formatPath(path)}`.trimEnd()),
    ),
    ...(isDeepStrictEqual(verification, asPlanned)
      ? []
      : section('proof', [
          `${verification.level}: ${verification.passed ? 'passed' : 'failed'}`,
          ...verification.notes,
        ])),
  ];
}

function startsAt(goal: Goal, path: string): boolean {
  return !('path' in goal) || path.startsWith(formatPath(goal.path));
}

function section(title: string, lines: readonly string[]): readonly Section[] {
  return lines.length === 0 ? [] : [[title, `${lines.join('\n')}\n`]];
}

/** The changed lines with their numbers, and a line of context on each side. */
function hunks(before: string, after: string): string {
  const { hunks: all } = structuredPatch('', '', before, after, '', '', { context: 1 });
  return all.map(({ oldStart, lines }) => `@@ line ${oldStart}\n${lines.join('\n')}\n`).join('');
}

function refusedText({ goal, refusal }: RefusedGoal): string {
  const { code, reason, suggestion, nearest, write } = refusal;
  const place = nearest === undefined ? '' : ` at ${nearest.file}:${nearest.line}`;
  return [
    `${goal.address}: ${code}${place}`,
    reason,
    ...(suggestion === undefined ? [] : [suggestion]),
    ...(write === undefined ? [] : write.split('\n').map((line) => `> ${line}`)),
  ].join('\n');
}
