import { afterAll, describe, expect, it } from 'vitest';
import { remains } from '../../src/app/run/remains.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { renderFinding } from '../../src/present/terminal/open.ts';
import type { RunResult } from '../../src/reconcile/run-types.ts';
import { removeFolders } from '../entry/cli/parley.ts';
import { type Act, code, createWorld, recordOf, stateText, timeOf } from './memory/memory-world.ts';

afterAll(removeFolders);

const raised: Act = { minute: 10, who: 'maria', what: { kind: 'timeout', value: 90 } };
const lowered: Act = { minute: 11, who: 'maria', what: { kind: 'timeout', value: 60 } };
const delayed: Act = { minute: 12, who: 'maria', what: { kind: 'delay', value: 0 } };
const tagged: Act = { minute: 10, who: 'maria', what: { kind: 'tag', value: 'ops' } };

const opened: Act = { minute: 10, who: 'maria', what: { kind: 'open', port: 22 } };

/** The state with the port open that `opened` opens. */
function withOpenPort(): string {
  const state = JSON.parse(stateText(8)) as {
    readonly resources: readonly {
      readonly instances: readonly { readonly attributes: { readonly ingress?: JsonObject[] } }[];
    }[];
  };
  const ingress = state.resources[1]?.instances[0]?.attributes.ingress ?? [];
  ingress.push({ ...ingress[0], from_port: 22, to_port: 22 });
  return JSON.stringify(state);
}

async function scanOf(
  acts: readonly Act[],
  queue: JsonObject,
  given: { readonly code?: string } = {},
): Promise<RunResult> {
  const world = await createWorld({ ...given, state: stateText(8, queue) });
  return world.scan(acts.map(recordOf), timeOf(60));
}

function findingsOf({ report }: RunResult): readonly string[] {
  return report.unresolved
    .filter((each) => each.code === 'in-state-only')
    .map(({ address, reason }) => `${address}: ${reason}`);
}

const refreshed = { visibility_timeout_seconds: 90 };

describe('a value that a call set and the state has, but not the code', () => {
  it.each<[string, readonly Act[], JsonObject, string]>([
    [
      'a number',
      [raised],
      refreshed,
      'set visibility_timeout_seconds to 90 (SetQueueAttributes, 2026-03-14T00:10:00Z). The state has that as well, but the code says otherwise (30)',
    ],
    [
      'a number that was another in between',
      [lowered, { ...raised, minute: 20 }],
      refreshed,
      'set visibility_timeout_seconds to 90 (SetQueueAttributes, 2026-03-14T00:20:00Z)',
    ],
    [
      'a tag',
      [tagged],
      { tags: { Team: 'ops' }, tags_all: { Team: 'ops' } },
      'set tags.Team to "ops" (TagQueue, 2026-03-14T00:10:00Z)',
    ],
  ])('is a finding, not silence: %s', async (_, acts, queue, expected) => {
    const result = await scanOf(acts, queue);

    expect(result.report.drifts).toEqual([]);
    expect(findingsOf(result)).toEqual([expect.stringContaining(expected)]);
    expect(renderFinding(result.report)).toMatch(/^No certain drift in .* 1 finding may be drift/);
    expect(remains({ report: result.report, written: [], patched: [], notes: [] })).toBe(true);
  });

  it('is a finding, not silence: an open port', async () => {
    const world = await createWorld({ state: withOpenPort() });

    const result = await world.scan([recordOf(opened, 1)], timeOf(60));

    expect(findingsOf(result)).toEqual([
      expect.stringMatching(
        /^aws_security_group\.web: .* set ingress.*AuthorizeSecurityGroupIngress/,
      ),
    ]);
  });

  it.each<[string, readonly Act[], JsonObject, { code?: string }]>([
    ['the code says the same', [raised], refreshed, { code: code.replace('= 30', '= 90') }],
    ['the call set another field', [delayed], refreshed, {}],
    ['the state has another value', [raised], { visibility_timeout_seconds: 30 }, {}],
    [
      'the code leaves it to others',
      [raised],
      refreshed,
      { code: code.replace('tags', 'lifecycle { ignore_changes = all }\n  tags') },
    ],
  ])('is none if %s', async (_, acts, queue, given) => {
    expect(findingsOf(await scanOf(acts, queue, given))).toEqual([]);
  });

  it('is a drift that stays open if it was known before the refresh', async () => {
    const world = await createWorld();
    await world.scan([recordOf(raised, 1)], timeOf(15));
    world.state = stateText(8, refreshed);

    const second = await world.scan([recordOf(raised, 1)], timeOf(60));

    expect(findingsOf(second)).toEqual([]);
    expect(second.report.openDrifts).toHaveLength(1);
  });
});
