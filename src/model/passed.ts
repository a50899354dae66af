import type { Actor } from './actor.ts';
import { compareInstants, day, hour, minute, second } from './instant.ts';
import type { Reverted } from './reverted.ts';
import { compareText, displayText } from './text.ts';
import { formatCount } from './words.ts';

/** An approximate duration in the largest suitable unit: `6 minutes`, `36 hours`. */
function durationText(milliseconds: number): string {
  if (milliseconds < second) return 'less than a second';
  if (milliseconds < minute) return formatCount(Math.round(milliseconds / second), 'second');
  if (milliseconds < 90 * minute) return formatCount(Math.round(milliseconds / minute), 'minute');
  if (milliseconds < 2 * day) return formatCount(Math.round(milliseconds / hour), 'hour');
  return formatCount(Math.round(milliseconds / day), 'day');
}

/** True for a change that left the estate less protected while it lasted. */
export function isWeakening({ purpose }: Pick<Reverted, 'purpose'>): boolean {
  return purpose === 'weakening';
}

/** Sorts weakenings first, then the newest first. */
export function compareReverted(a: Reverted, b: Reverted): number {
  return (
    Number(isWeakening(b)) - Number(isWeakening(a)) ||
    compareInstants(b.window.from, a.window.from) ||
    compareText(a.address, b.address) ||
    compareText(JSON.stringify(a.path), JSON.stringify(b.path))
  );
}

/** `6 minutes` or `20 minutes in all, 3 times`; undefined if unknown. */
export function lengthText({
  durationMs,
  times = 1,
}: Pick<Reverted, 'durationMs' | 'times'>): string | undefined {
  if (durationMs === undefined) return undefined;
  const all = times === 1 ? '' : ` in all, ${times} times`;
  return `${durationText(durationMs)}${all}`;
}

/** How the change ended, and by whom: `put back by the same person`. */
export function endingText(reverted: Reverted): string {
  const by = byWhom(reverted);
  switch (reverted.ending) {
    case 'deleted':
      return reverted.path.length === 0 ? `deleted${by}` : `the resource was deleted${by}`;
    case 'in-code':
      return `replaced${by} with what the code says`;
    case 'overwritten':
      return `replaced${by} with another value`;
    case 'undeclared':
      return 'no event shows its end, and the code no longer declares the resource';
    case 'refuted':
      return 'the provider reads what was there before, and no event shows why';
    default:
      return reverted.path.length === 0 ? `created again${by}` : `put back${by}`;
  }
}

function byWhom({ endedBy, changedBy = [] }: Reverted): string {
  if (endedBy === undefined) return '';
  const [first, ...others] = changedBy;
  const isSame = first !== undefined && others.length === 0 && isSameActor(first, endedBy);
  if (isSame && endedBy.class === 'human') return ' by the same person';
  return ` by ${displayText(endedBy.name, longestName)}`;
}

const longestName = 80;

/** True for the same principal in the same session, as far as sessions distinguish people. */
function isSameActor(a: Actor, b: Actor): boolean {
  return a.class === b.class && a.principal === b.principal && a.session === b.session;
}

/** The actors: `ann (human) and Cost Saver (cost)`, `ann (human) and 3 more`. */
export function changersText({ changedBy = [] }: Pick<Reverted, 'changedBy'>): string {
  const names = [
    ...new Set(changedBy.map((each) => `${displayText(each.name, longestName)} (${each.class})`)),
  ];
  if (names.length === 0) return 'somebody unknown';
  if (names.length <= 2) return names.join(' and ');
  return `${names[0]} and ${names.length - 1} more`;
}

/**
 * A sentence such as `Turned encryption off for database shop for 6 minutes; put back by the same
 * person`.
 */
export function passedSentence(reverted: Reverted, summary: string): string {
  const length = lengthText(reverted);
  const ending = endingText(reverted);
  if (reverted.path.length > 0 || !/^(?:Created|Deleted) /.test(summary)) {
    return `${summary}${length === undefined ? '' : ` for ${length}`}; ${ending}`;
  }
  if (length === undefined || (reverted.times ?? 1) > 1) return `${summary}; ${ending}`;
  // A resource is not created "for 6 minutes", but deleted 6 minutes later.
  const [verb = '', ...rest] = ending.split(' by ');
  const by = rest.length === 0 ? '' : ` by ${rest.join(' by ')}`;
  return `${summary}; ${verb} ${length} later${by}`;
}
