import type { Report } from '../../model/report.ts';

/**
 * What the next run says, where nothing but the time is another by then: what is new now is open since
 * this run. Undefined where it says other things as well: what was closed is reported once, and a question
 * in other words once it is old.
 */
export function saidAgain(report: Report): Report | undefined {
  const { openDrifts = [], closedDrifts = [], openQuestions = [], closedQuestions = [] } = report;
  if (closedDrifts.length > 0 || closedQuestions.length > 0) return undefined;
  if (openQuestions.some(({ state }) => state === 'new')) return undefined;
  // When it was granted follows from what is remembered from then on, and stands in the record.
  if (report.decisions.some(({ verdict }) => verdict.granted === report.startedAt))
    return undefined;
  if (openDrifts.every(({ state }) => state === 'open')) return report;
  return { ...report, openDrifts: openDrifts.map((drift) => ({ ...drift, state: 'open' })) };
}
