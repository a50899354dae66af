import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { createStyle } from '../../../src/present/terminal/style.ts';
import { timeAxis } from '../../../src/present/terminal/time-axis.ts';
import { renderTimeline } from '../../../src/present/terminal/timeline.ts';
import { runDemo } from '../../app/plan/demo-plans.ts';

const { report: demo } = await runDemo();
const plain = createStyle(false);

/** The demo with all of its intents at the same moment. */
const atOnce: Report = {
  ...demo,
  intents: demo.intents.map((intent) => ({
    ...intent,
    window: { from: '2026-03-14T02:11:00Z', to: '2026-03-14T02:11:00Z' },
  })),
};

describe('the timeline of a run', () => {
  it('has a lane for each class of actor, and the decisions', () => {
    expect(renderTimeline(demo, plain, 80).split('\n')).toEqual([
      'When  2026-03-14 02:11 to 02:47 UTC',
      'controller   ─────────────────────✓',
      'cost                                                                ✗!',
      'human              ✓  ✓     ✓!',
      'security                                        ✓',
      'unknown                                                                        ?',
      '                             02:20              02:30             02:40',
      '             ! does harm (3 to 5 of 5)',
      '',
      'Verdicts     ✓✓✓✓✓✓✓✓✗✗✗?',
      '             ✓ accept 7   ✓ delegate 1   ✗ reject 3   ? escalate 1',
    ]);
  });

  it.each([40, 80, 100, 200])('fits a terminal of %i cells, but is at least 60 wide', (columns) => {
    for (const report of [demo, atOnce]) {
      for (const line of renderTimeline(report, plain, columns).split('\n'))
        expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(60, Math.min(columns, 100)));
    }
  });

  it('counts intents that fall into one cell', () => {
    const human = atOnce.intents.filter(({ actor }) => actor.class === 'human').length;

    expect(renderTimeline(atOnce, plain, 80)).toContain(`human        ${human}`);
  });

  it('is empty if there are no intents', () => {
    expect(renderTimeline({ ...demo, intents: [] }, plain, 80)).toBe('');
  });
});

describe('an axis of time', () => {
  const at = Date.parse('2026-03-14T02:00:00Z');

  it.each([
    [10, '02:00:00', '02:00:05'],
    [3_600, '02:00', '02:10'],
    [86_400, '06:00', '12:00'],
    [14 * 86_400, '03-17', '03-20'],
    [400 * 86_400, '06-06', '09-04'],
  ])('of %i seconds is labeled in round steps', (seconds, first, next) => {
    const { labels, cellOf } = timeAxis(at, at + seconds * 1_000, 67);

    expect(labels.trim().split(/\s+/).slice(0, 2)).toEqual([first, next]);
    expect(cellOf(at)).toBe(0);
    expect(cellOf(at + seconds * 1_000)).toBe(66);
  });

  it('of a single moment starts at it', () => {
    expect(timeAxis(at, at, 67).cellOf(at)).toBe(0);
  });
});
