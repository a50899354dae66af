import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { manifests, pods } from './files.ts';

type Labels = Readonly<Record<string, string>>;

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly values: readonly string[];
  }[];
}

interface Rule {
  readonly ports?: readonly { readonly protocol: string; readonly port: number | string }[];
  readonly to?: readonly {
    readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  }[];
}

interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

const policies = manifests
  .filter(({ kind }) => kind === 'NetworkPolicy')
  .map(({ spec }) => spec as unknown as Policy);

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}

function rulesOf(labels: Labels, side: 'ingress' | 'egress'): readonly Rule[] {
  return policies
    .filter(({ podSelector }) => selects(podSelector, labels))
    .flatMap((policy) => policy[side] ?? []);
}

function portsOf(rules: readonly Rule[]): readonly (number | string)[] {
  return [...new Set(rules.flatMap(({ ports = [] }) => ports.map(({ port }) => port)))].sort();
}

describe('the network policies', () => {
  it('start by denying everything', () => {
    const [nothing] = policies.filter(({ podSelector }) => selects(podSelector, {}));

    expect(nothing).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it.each<readonly [string, readonly (number | string)[], readonly (number | string)[]]>([
    ['parley-server', ['http'], [443, 53, 5432, 6379]],
    ['parley-worker', ['http'], [443, 53, 5432, 6379]],
    ['parley-migrate', [], [53, 5432, 6379]],
  ])('give %s what it needs', (name, into, out) => {
    const labels = new Map(pods).get(name)?.labels ?? {};

    expect(portsOf(rulesOf(labels, 'ingress'))).toEqual(into);
    expect(portsOf(rulesOf(labels, 'egress'))).toEqual([...out].sort());
  });

  it('apply to pods that exist', () => {
    for (const { podSelector } of policies) {
      expect(pods.some(([, { labels }]) => selects(podSelector, labels))).toBe(true);
    }
  });

  it('give every rule its ports and its peer', () => {
    for (const policy of policies) {
      for (const rule of [...(policy.ingress ?? []), ...(policy.egress ?? [])]) {
        expect(rule.ports ?? []).not.toHaveLength(0);
        expect(Object.keys(rule)).toHaveLength(2);
      }
    }
  });

  it.each(['169.254.0.0/16', '10.0.0.0/8', 'fe80::/10', 'fc00::/7'])('exclude %s', (range) => {
    const blocks = policies
      .flatMap(({ egress = [] }) => egress.flatMap(({ to = [] }) => to))
      .flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock]));
    const family = (cidr: string) => isIP(cidr.split('/')[0] ?? '');
    const alike = blocks.filter(({ cidr }) => family(cidr) === family(range));

    expect(alike.length).toBeGreaterThan(0);
    for (const { except = [] } of alike) expect(except).toContain(range);
  });
});
