import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { withBelonging } from '../../../src/reconcile/drift/belonging.ts';

const drift = (id: string, address: string, path: AttributePath, parent?: string): Drift => ({
  id,
  address,
  type: 'aws_security_group',
  path,
  declared: { kind: 'absent' },
  live: { kind: 'value', value: {} },
  declaredFrom: 'code',
  evidence: [],
  basis: 'inferred',
  ...(parent === undefined ? {} : { creation: { attributes: {}, importId: 'x', parent } }),
});

const rule = (port: number): AttributePath => ['ingress', { element: { from_port: port } }];

const drifts: readonly Drift[] = [
  drift('moved-from', 'sg.a', rule(80)),
  drift('moved-to', 'sg.a', rule(81)),
  drift('out', 'sg.a', ['egress', { element: { from_port: 80 } }]),
  drift('tag', 'sg.a', ['tags', 'Name']),
  drift('name', 'sg.a', ['description']),
  drift('other', 'sg.b', rule(80)),
  { ...drift('made', 'sg.c', [], 'sg.b'), creation: { attributes: {}, importId: 'sg-c' } },
  drift('part', 'rule.c', [], 'sg.c'),
  drift('below', 'rule.d', [], 'rule.c'),
  drift('gone', 'sg.e', []),
  drift('gone-tag', 'sg.e', ['tags', 'Name']),
];

describe('what makes no sense without a drift', () => {
  it.each<[string, string[], string[]]>([
    ['a field stands alone', ['tag'], ['tag']],
    ['members of a collection move together', ['moved-to'], ['moved-from', 'moved-to']],
    ['what was made takes along what belongs to it', ['made'], ['below', 'made', 'part']],
    ['a part leaves the whole', ['part'], ['below', 'part']],
    ['a resource is one thing', ['gone-tag'], ['gone', 'gone-tag']],
    ['nothing takes nothing along', [], []],
  ])('%s', (_, chosen, expected) => {
    expect([...withBelonging(new Set(chosen), drifts)].sort()).toEqual(expected);
  });
});
