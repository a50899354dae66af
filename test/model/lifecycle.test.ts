import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, intentStates, type LifecycleEvent } from '../../src/model/lifecycle.ts';

const events: readonly LifecycleEvent[] = ['understood', 'enforced', 'kept', 'broken', 'ended'];

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
  ] as const)('goes from %s, when %s, to %s', (from, event, to) => {
    expect(advance(from, event)).toEqual({ ok: true, value: to });
  });

  it('has no other steps', () => {
    const allowed = intentStates.flatMap((state) =>
      events.filter((event) => advance(state, event).ok),
    );
    expect(allowed).toHaveLength(12);
  });

  it('says which step there is not', () => {
    expect(advance('retired', 'kept')).toMatchObject({
      ok: false,
      error: {
        code: 'no-such-transition',
        message: 'An intent that is retired cannot become kept.',
      },
    });
  });

  it('ends for good, and reaches force only when what is wanted is known', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (happened) => {
        let state = intentStates[0] ?? 'ingested';
        const seen = [state];
        for (const event of happened) {
          const next = advance(state, event);
          if (next.ok) state = next.value;
          seen.push(state);
        }
        const end = seen.indexOf('retired');
        if (end !== -1) expect(seen.slice(end).every((each) => each === 'retired')).toBe(true);
        const force = seen.indexOf('in-force');
        if (force !== -1) expect(seen.slice(0, force)).toContain('translated');
      }),
    );
  });
});
