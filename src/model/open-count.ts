import type { Report } from './report.ts';
import { minuteText } from './time-text.ts';

/** The number of open drifts after a run. */
export interface OpenCount {
  readonly open: number;
  /** When the oldest of them was first seen, in ISO 8601 UTC. */
  readonly since?: string;
  /** How many of `open` this run saw for the first time. */
  readonly fresh: number;
  /** How many drifts this run found closed. */
  readonly closed: number;
  /** The number of open questions about calls that could not be translated, if there are any. */
  readonly questions?: number;
}

export function countOpen({
  openDrifts = [],
  closedDrifts = [],
  openQuestions = [],
}: Report): OpenCount {
  const since = openDrifts.map(({ firstSeen }) => firstSeen).sort()[0];
  return {
    open: openDrifts.length,
    ...(since === undefined ? {} : { since }),
    fresh: openDrifts.filter(({ state }) => state === 'new').length,
    closed: closedDrifts.length,
    ...(openQuestions.length === 0 ? {} : { questions: openQuestions.length }),
  };
}

/**
 * A text such as `12 open since 2026-03-14 09:00 UTC, 2 new, 1 closed, 3 open questions`.
 */
export function openCountText({ open, since, fresh, closed, questions = 0 }: OpenCount): string {
  const isOld = since !== undefined && fresh < open;
  return [
    `${open} open${isOld ? ` since ${minuteText(since)}` : ''}`,
    ...(fresh === 0 ? [] : [`${fresh} new`]),
    ...(closed === 0 ? [] : [`${closed} closed`]),
    ...(questions === 0
      ? []
      : [questions === 1 ? '1 open question' : `${questions} open questions`]),
  ].join(', ');
}
