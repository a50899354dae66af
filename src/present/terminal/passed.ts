import { groupBy } from '../../model/group.ts';
import {
  changersText,
  compareReverted,
  endingText,
  isWeakening,
  lengthText,
} from '../../model/passed.ts';
import type { Reverted } from '../../model/reverted.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { secondText, spanText } from '../../model/time-text.ts';
import { firstWords, lowerFirst } from '../../model/words.ts';
import { breakLines } from './break.ts';
import type { TerminalStyle } from './style.ts';
import { renderTerminalValue } from './value.ts';

/** Number of entries shown in a list; the report has all of them. */
const max = 10;
/** Fields of one change that are named. */
const maxPaths = 3;
const longestSummary = 300;

/** What one party did to one resource and how it ended, for any number of fields. */
type Group = readonly [Reverted, ...Reverted[]];

/**
 * What left the estate less protected for a while. It is prominent although it is over, so that
 * nobody overlooks it.
 */
export function renderWeakenings(
  reverted: readonly Reverted[],
  style: TerminalStyle,
  columns: number,
): string {
  const lines = shown(groupsOf(reverted.filter(isWeakening)), (group) => {
    const [first] = group;
    const [head = '', ...more] = wrapped(
      `${weakenedText(first)}: ${describeReverted(first)}`,
      columns,
    );
    const at = head.indexOf(': ');
    return [
      `${style.yellow(style.bold(head.slice(0, at + 1)))}${head.slice(at + 1)}`,
      ...more,
      ...placeLines(group, style, columns),
    ];
  });
  return lines.join('\n');
}

/**
 * The other changes that did not last. They require no action, unless the resource is there again
 * under an id that the state does not have.
 */
export function renderReverted(
  reverted: readonly Reverted[],
  style: TerminalStyle,
  columns: number,
): string {
  const others = groupsOf(reverted.filter((one) => !isWeakening(one)));
  if (others.length === 0) return '';
  const lines = shown(others, (group) => {
    const [first] = group;
    const lines = first.sentence === undefined ? [] : wrapped(first.sentence, columns - 2);
    return [...lines, ...placeLines(group, style, columns - 2)].map((line) => `  ${line}`);
  });
  const isBehind = others.some((group) => group.some(isStateBehind));
  const todo = isBehind ? 'nothing to do in the code' : 'nothing to do';
  return [style.bold(`Did not last (${todo})`), ...lines].join('\n');
}

function isStateBehind({ path, ending, because }: Reverted): boolean {
  return path.length === 0 && ending === 'put-back' && because !== undefined;
}

/** Each change in full, with every value and event, for a reader who asked for it. */
export function renderPassed(reverted: readonly Reverted[], style: TerminalStyle): string {
  const all = [...reverted].sort(compareReverted);
  const texts = all.slice(0, max).map((one) => {
    const weakened = isWeakening(one) ? `${style.yellow(weakenedText(one))}: ` : '';
    const place = displayText(`${one.address} ${shortPath(one.path)}`.trim(), longestSummary);
    const title = one.sentence ?? `Did not last: ${place}`;
    return [
      `${weakened}${style.bold(displayText(title, 2 * longestSummary))}`,
      `Where   ${place}`,
      `Who     ${changersText(one)}${one.endedBy === undefined ? '' : `; ended by ${displayText(one.endedBy.name, 80)} (${one.endedBy.class})`}`,
      `When    ${spanText(one.window)}`,
      ...(one.purpose === undefined ? [] : [`Purpose ${one.purpose}`]),
      ...valueLines(one),
      style.dim(`  evidence: ${eventsText(one.evidence)}`),
    ].join('\n');
  });
  const rest = all.length - texts.length;
  return [...texts, ...(rest > 0 ? [`and ${rest} more that did not last`] : [])].join('\n\n');
}

function valueLines({ before, writes = [], path }: Reverted): readonly string[] {
  if (before === undefined || path.length === 0) return [];
  const lines = writes.map(
    ({ time, value }) => `  ${secondText(time)}  ${renderTerminalValue(value)}`,
  );
  const rest = lines.length - max;
  return [
    `Values  ${renderTerminalValue(before)} before`,
    ...lines.slice(0, max),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function eventsText(events: readonly string[]): string {
  const names = events.map((event) => displayText(event, 80));
  return firstWords(names, max);
}

function weakenedText(reverted: Reverted): string {
  const length = lengthText(reverted);
  return length === undefined ? 'Weakened' : `Weakened for ${length}`;
}

function describeReverted(reverted: Reverted): string {
  const { summary = '' } = reverted;
  const text = `${lowerFirst(summary)}; ${endingText(reverted)}`;
  return displayText(text, longestSummary);
}

/** Lists fields together that one call changed and another one ended. */
function groupsOf(reverted: readonly Reverted[]): readonly Group[] {
  const groups = groupBy([...reverted].sort(compareReverted), (one) =>
    JSON.stringify([one.address, one.sentence ?? one.path, one.window]),
  );
  return [...groups.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [[first, ...more] as const],
  );
}

function shown(groups: readonly Group[], render: (group: Group) => readonly string[]): string[] {
  const rest = groups.length - max;
  const lines = groups.slice(0, max).flatMap(render);
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}

function placeLines(group: Group, style: TerminalStyle, columns: number): readonly string[] {
  const [first] = group;
  const { address, window, because } = first;
  const paths = [...new Set(group.map(({ path }) => shortPath(path)))].filter((one) => one !== '');
  const rest = paths.length - maxPaths;
  const fields = `${paths.slice(0, maxPaths).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const place = `${displayText(address, 200)} ${fields}`.trim();
  const who = `${changersText(first)}, ${spanText(window)}`;
  return [
    ...wrapped(who, columns - 2),
    ...wrapped(place, columns - 2),
    ...(because === undefined ? [] : wrapped(because, columns - 2)),
  ].map((line) => `  ${style.dim(line)}`);
}

function wrapped(text: string, columns: number): readonly string[] {
  return breakLines(text, Math.max(40, Math.min(columns, 140))).split('\n');
}
