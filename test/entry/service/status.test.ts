import { describe, expect, it } from 'vitest';
import type { ServiceStatus } from '../../../src/ports/service-status.ts';
import { renderDeadJobs, renderStatus } from '../../../src/present/terminal/service-status.ts';

const at = '2026-03-14T03:00:00.000Z';
const minute = '2026-03-14 03:00 UTC';
const key = { tenant: 'default', stack: 'shop' };

describe('parley status', () => {
  it.each<readonly [string, ServiceStatus['stacks'], string]>([
    ['of nothing', [], 'No stacks.\n'],
    ['before a run', [{ ...key, openProposals: 0 }], 'shop: no run yet, 0 open proposals\n'],
    [
      'behind a run',
      [
        {
          ...key,
          tenant: 'acme',
          lastRun: { id: 'r-1', startedAt: at, drifts: 1, intents: 2 },
          openDrifts: { open: 12, since: '2026-03-13T09:00:00.000Z', fresh: 2, closed: 1 },
          openProposals: 1,
          baseline: at,
          nextScan: '2026-03-14T04:00:00.000Z',
        },
      ],
      `shop (acme): 1 drift, 2 intents at ${minute}, 12 open since 2026-03-13 09:00 UTC, 2 new, 1 closed, 1 open proposal, next scan 2026-03-14 04:00 UTC\n`,
    ],
    [
      'where nobody looked at what is older than the log',
      [{ ...key, lastRun: { id: 'r-1', startedAt: at, drifts: 0, intents: 0 }, openProposals: 0 }],
      `shop: 0 drifts, 0 intents at ${minute}, 0 open proposals\n  no baseline yet: drift older than the records has not been looked for (verify: plan does)\n`,
    ],
    [
      'behind one that failed, in words that cannot move the cursor',
      [{ ...key, openProposals: 0, failure: { message: 'gone\u001b[2J\nshop: fine', since: at } }],
      `shop: no run yet, 0 open proposals\n  last scan failed, since ${minute}: gone\\u{1b}[2J\\u{a}shop: fine\n`,
    ],
  ])('%s', (_, stacks, says) => {
    const queues = [{ queue: 'notify', waiting: 1, running: 2, delayed: 3, dead: 4 }];

    expect(renderStatus({ stacks, queues })).toBe(
      `${says}\nnotify: 1 waiting, 2 running, 3 delayed, 4 dead\n`,
    );
  });

  it('shows dead jobs with a short id', () => {
    const dead = {
      queue: 'propose' as const,
      id: `propose-${'0123456789abcdef'.repeat(4)}`,
      about: 'default shop hub',
      attempts: 1,
      code: 'forge-refused',
      message: 'The forge refuses the token.',
      time: at,
    };

    expect(renderDeadJobs([dead, { ...dead, attempts: 8 }])).toBe(
      [1, 8]
        .map(
          (tries) =>
            `propose-0123456789ab  default shop hub\n  2026-03-14 03:00:00 UTC, ${tries} attempt${tries === 1 ? '' : 's'}: forge-refused: The forge refuses the token.\n`,
        )
        .join(''),
    );
    expect(renderDeadJobs([])).toBe('No job was given up.\n');
  });
});
