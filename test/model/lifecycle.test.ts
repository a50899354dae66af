import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advanceLifecycle,
  lifecycleEvents as events,
  type IntentState,
  intentStates,
} from '../../src/model/lifecycle.ts';

describe('the life cycle of an intent', () => {
  it.each([
    ['ingested', 'understood', 'translated'],
    ['ingested', 'ended', 'retired'],
    ['translated', 'enforced', 'in-force'],
    ['translated', 'ended', 'retired'],
    ['in-force', 'kept', 'assured'],
    ['in-force', 'broken', 'violated'],
    ['in-force', 'ended', 'retired'],
    ['assured', 'kept', 'assured'],
    ['assured', 'broken', 'violated'],
    ['assured', 'ended', 'retired'],
    ['violated', 'enforced', 'in-force'],
    ['violated', 'ended', 'retired'],
    ['retired', 'revived', 'translated'],
  ] as const)('goes from %s, when %s, to %s', (from, event, to) => {
    expect(advanceLifecycle(from, event)).toEqual({ ok: true, value: to });
  });

  it('has no other transitions', () => {
    const allowed = intentStates.flatMap((state) =>
      events.filter((event) => advanceLifecycle(state, event).ok),
    );
    expect(allowed).toHaveLength(13);
  });

  it('says which transition is not allowed', () => {
    expect(advanceLifecycle('retired', 'kept')).toMatchObject({
      ok: false,
      error: {
        code: 'no-such-transition',
        message: 'An intent that is retired cannot become kept.',
      },
    });
  });

  it('stays retired until it is revived, and is in force only after translation', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (happened) => {
        let state: IntentState = 'ingested';
        const seen: IntentState[] = [state];
        for (const event of happened) {
          const next = advanceLifecycle(state, event);
          if (next.ok) state = next.value;
          seen.push(state);
        }
        for (const [index, event] of happened.entries()) {
          if (seen[index] !== 'retired') continue;
          expect(seen[index + 1]).toBe(event === 'revived' ? 'translated' : 'retired');
        }
        const force = seen.indexOf('in-force');
        if (force !== -1) expect(seen.slice(0, force)).toContain('translated');
      }),
    );
  });
});
