import type { Report } from './report.ts';

/** How many drifts are open after a run. */
export interface OpenCount {
  readonly open: number;
  /** ISO 8601 UTC: since when there is the oldest of them. */
  readonly since?: string;
  /** Those of `open` that the run was the first to see. */
  readonly fresh: number;
  /** Those that the run found closed. */
  readonly closed: number;
  /** Open questions about calls that nobody could translate, where there are some. */
  readonly questions?: number;
}

export function openCountOf({
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

/** `12 open since 2026-03-14 09:00, 2 new, 1 closed, 3 open questions`; the time is in UTC. */
export function openCountText({ open, since, fresh, closed, questions = 0 }: OpenCount): string {
  const isOld = since !== undefined && fresh < open;
  return [
    `${open} open${isOld ? ` since ${since.slice(0, 16).replace('T', ' ')}` : ''}`,
    ...(fresh === 0 ? [] : [`${fresh} new`]),
    ...(closed === 0 ? [] : [`${closed} closed`]),
    ...(questions === 0
      ? []
      : [questions === 1 ? '1 open question' : `${questions} open questions`]),
  ].join(', ');
}
