import { expect, it } from 'vitest';
import { countOpen, type OpenCount, openCountText } from '../../src/model/open-count.ts';
import { at, serviceRun } from '../adapters/store/service-runs.ts';

const since = '2026-03-14T09:00:00.000Z';

it.each<readonly [OpenCount, string]>([
  [{ open: 0, fresh: 0, closed: 0 }, '0 open'],
  [{ open: 0, fresh: 0, closed: 2 }, '0 open, 2 closed'],
  [{ open: 2, since, fresh: 2, closed: 0 }, '2 open, 2 new'],
  [{ open: 12, since, fresh: 0, closed: 0 }, '12 open since 2026-03-14 09:00 UTC'],
  [{ open: 12, since, fresh: 2, closed: 1 }, '12 open since 2026-03-14 09:00 UTC, 2 new, 1 closed'],
])('says %o', (count, text) => {
  expect(openCountText(count)).toBe(text);
});

it('counts the drifts of a report', () => {
  const { report } = serviceRun({ startedAt: at(14), closed: ['two'] }).record;
  const [drift] = report.openDrifts ?? [];
  const openDrifts = drift ? [drift, { ...drift, state: 'new' as const, firstSeen: at(15) }] : [];

  expect(countOpen({ ...report, openDrifts })).toEqual({
    ...{ open: 2, since: at(14), fresh: 1, closed: 1 },
  });
  const { openDrifts: _, closedDrifts: __, ...old } = report;
  expect(countOpen(old)).toEqual({ open: 0, fresh: 0, closed: 0 });
});
