import type { Report } from '../../model/report.ts';

/**
 * The report of the next run if only the time has changed by then: what is new now is open since
 * this run. Undefined if that report would differ in more: closed items are reported only once, and
 * questions are worded differently once they are old.
 */
export function repeatedReport(report: Report): Report | undefined {
  const { openDrifts = [], closedDrifts = [], openQuestions = [], closedQuestions = [] } = report;
  if (closedDrifts.length > 0 || closedQuestions.length > 0) return undefined;
  if (openQuestions.some(({ state }) => state === 'new')) return undefined;
  // The next run takes the time of the grant from memory, so its record differs from this one.
  if (report.decisions.some(({ verdict }) => verdict.granted === report.startedAt))
    return undefined;
  if (openDrifts.every(({ state }) => state === 'open')) return report;
  return { ...report, openDrifts: openDrifts.map((drift) => ({ ...drift, state: 'open' })) };
}
