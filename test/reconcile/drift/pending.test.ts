import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { SeenDifference } from '../../../src/ports/store/seen-difference.ts';
import { settlePending } from '../../../src/reconcile/drift/pending.ts';
import { onlyConfirmed } from '../../../src/reconcile/drift/read-back.ts';
import type { NetDriftResult } from '../../../src/stages/drift/types.ts';

const start = Date.parse('2026-03-14T09:00:00.000Z');
const minute = 60_000;
const at = (minutes: number) => new Date(start + minutes * minute).toISOString();

const drift: Drift = {
  id: 'd-000000000001',
  address: 'aws_sqs_queue.a',
  type: 'aws_sqs_queue',
  path: ['delay_seconds'],
  declared: { kind: 'value', value: 5 },
  declaredFrom: 'code',
  live: { kind: 'value', value: 30 },
  evidence: [],
  basis: 'confirmed',
};

function net(...unexplained: readonly Drift[]): NetDriftResult {
  return {
    drifts: [],
    reverted: [],
    settled: [],
    origins: new Map(),
    unexplained,
    stateOnly: [],
    left: [],
    unmanaged: [],
    perEvent: new Map(),
  };
}

const rules = (seen?: readonly SeenDifference[]) => ({
  windowMs: 30 * minute,
  ...(seen === undefined ? {} : { seen }),
});

describe('differences without an event', () => {
  it('are pending from when they are first seen', () => {
    const { net: left, pending, seen } = settlePending(net(drift), at(0), rules([]));

    expect(left.drifts).toEqual([]);
    expect(pending).toEqual([{ drift, firstSeen: at(0), until: at(30), kept: true }]);
    expect(seen).toMatchObject([{ address: drift.address, firstSeen: at(0) }]);
  });

  it('keep the time they were first seen at', () => {
    const { seen } = settlePending(net(drift), at(0), rules([]));

    const later = settlePending(net(drift), at(29), rules(seen));

    expect(later.pending).toMatchObject([{ firstSeen: at(0), until: at(30) }]);
    expect(later.seen).toEqual(seen);
  });

  it('are drift by somebody unknown once the window is over', () => {
    const { seen } = settlePending(net(drift), at(0), rules([]));

    const over = settlePending(net(drift), at(30), rules(seen));

    const [found] = over.net.drifts;
    const [event] = over.observed;
    expect(over.pending).toEqual([]);
    expect(found).toMatchObject({ ...drift, evidence: [event?.id] });
    expect(event).toMatchObject({
      time: at(0),
      actor: { class: 'unknown', signature: 'no-audit-event' },
    });
  });

  it('start anew when another value is read', () => {
    const { seen } = settlePending(net(drift), at(0), rules([]));
    const other: Drift = { ...drift, live: { kind: 'value', value: 31 } };

    const later = settlePending(net(other), at(40), rules(seen));

    expect(later.pending).toMatchObject([{ firstSeen: at(40) }]);
  });

  it('stay pending forever if nothing remembers them', () => {
    const forgotten = settlePending(net(drift), at(500), rules());

    expect(forgotten.pending).toMatchObject([{ kept: false }]);
    expect(forgotten.net.drifts).toEqual([]);
  });

  it('are either pending or drift, and each only once', () => {
    const some = fc.uniqueArray(fc.nat(20), { maxLength: 6 });
    fc.assert(
      fc.property(some, fc.nat(60), fc.nat(60), (values, first, wait) => {
        const found = net(
          ...values.map((value): Drift => ({ ...drift, live: { kind: 'value', value } })),
        );
        const { seen } = settlePending(found, at(first), rules([]));
        const later = settlePending(found, at(first + wait), rules(seen));

        expect(later.pending.length + later.net.drifts.length).toBe(values.length);
        expect(later.pending.length).toBe(wait < 30 ? values.length : 0);
      }),
    );
  });
});

describe('what a read-back lets through', () => {
  const decision = (outcome: Decision['verdict']['outcome']): Decision => ({
    intent: 'i-000000000001',
    drift: drift.id,
    address: drift.address,
    path: drift.path,
    verdict: { outcome, rule: 'r', because: 'b' },
    explanation: [],
  });
  const live = { resources: new Map(), read: [], unresolved: [] };

  it.each<readonly [string, Partial<Drift>, number]>([
    ['what the provider reads', {}, 1],
    ['not what only the log tells', { basis: 'inferred' }, 0],
    [
      'new resources, which their import proves',
      { basis: 'inferred', creation: { attributes: {}, importId: 'x' } },
      1,
    ],
  ])('is %s', (_, more, count) => {
    const { decisions, unresolved } = onlyConfirmed(
      [decision('accept')],
      [{ ...drift, ...more }],
      live,
      () => true,
    );

    expect(decisions).toHaveLength(count);
    expect(unresolved.map(({ code }) => code)).toEqual(count === 0 ? ['not-confirmed'] : []);
  });

  it('holds nothing back that is not written anyway', () => {
    const { unresolved } = onlyConfirmed(
      [decision('escalate')],
      [{ ...drift, basis: 'inferred' }],
      live,
      () => true,
    );

    expect(unresolved).toEqual([]);
  });

  it('is what Terraform does not manage', () => {
    const { decisions } = onlyConfirmed(
      [decision('accept')],
      [{ ...drift, basis: 'inferred' }],
      live,
      () => false,
    );

    expect(decisions).toHaveLength(1);
  });

  it('is everything where no read-back was asked for', () => {
    const all = [decision('accept')];

    const { decisions } = onlyConfirmed(
      all,
      [{ ...drift, basis: 'inferred' }],
      undefined,
      () => true,
    );

    expect(decisions).toEqual(all);
  });
});
