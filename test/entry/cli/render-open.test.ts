import { expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { renderFinding } from '../../../src/present/terminal/open.ts';

const at = '2026-03-14T03:00:00.000Z';

function finding(inputs: object, more: object = {}): string {
  return renderFinding({
    ...{ startedAt: at, drifts: [], intents: [], policy: 'default', unresolved: [] },
    inputs: { remembers: true, ...inputs },
    ...more,
  } as unknown as Report);
}

const unread = { code: 'read-back-failed', address: 'aws_sqs_queue.a' };

it.each<readonly [string, string, RegExp, RegExp]>([
  [
    'no baseline',
    finding({}),
    /older than the records has not been looked for yet: `parley baseline` does/,
    /whole state/,
  ],
  [
    'an earlier baseline',
    finding({ baseline: '2026-03-01T00:00:00.000Z' }),
    /according to/,
    /parley baseline/,
  ],
  [
    'a baseline',
    finding({ baseline: at }),
    /read the whole state back, and nothing differs/,
    /records show/,
  ],
  [
    'a baseline of a part',
    finding({ baseline: at }, { unresolved: [unread, { ...unread, address: undefined }] }),
    /the whole state back but for 1 resource, /,
    /records show/,
  ],
  [
    'no store',
    finding({ remembers: false }),
    /What happened before or after was not checked/,
    /whole state/,
  ],
])('no drift is open, with %s', (_, said, says, never) => {
  expect(said).toMatch(/^No drift/);
  expect(said).toMatch(says);
  expect(said).not.toMatch(never);
});
