import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { read, root } from './files.ts';
import { hasPromtool, promtool } from './promtool.ts';
import { type Labels, missing, registry } from './registry.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: {
    readonly h: number;
    readonly w: number;
    readonly x: number;
    readonly y: number;
  };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: {
    readonly list: readonly {
      readonly name: string;
      readonly type: string;
      readonly definition?: string;
    }[];
  };
  readonly panels: readonly Panel[];
}

const alerts: { readonly groups: readonly { readonly rules: readonly Rule[] }[] } = parse(
  read('deploy/prometheus/alerts.yaml'),
);
const rules = alerts.groups.flatMap((group) => group.rules);
const tried: {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { alertname: string; exp_alerts: readonly unknown[] }[];
  }[];
} = parse(read('deploy/prometheus/alerts.test.yaml'));
const dashboard: Dashboard = JSON.parse(read('deploy/grafana/parley.json'));
const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, refId }) => [`${title} ${refId}`, expr] as const),
);
/** An expression with the variables of Grafana filled in. */
const plain = (expr: string) =>
  expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(?:tenant|stack)/g, '.*');

let known: ReadonlyMap<string, Labels>;
beforeAll(async () => {
  known = await registry();
});

describe('the check of an expression', () => {
  it.each([
    ['parley_gone_total', ['parley_gone_total']],
    ['parley_drifts{place="a"}', ['parley_drifts{place}']],
    ['parley_queue_jobs{state="lost"}', ['parley_queue_jobs{state="lost"}']],
    ['sum by (queue, stack) (parley_queue_jobs)', ['stack']],
    ['max by (tenant) (parley_drifts{stack=~".*"})', []],
  ])('finds in %s what no metric has: %j', (expression, wrong) => {
    expect(missing(expression, known)).toEqual(wrong);
  });
});

describe('deploy/prometheus/alerts.yaml', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s uses only metrics that exist',
    (_, rule) => {
      expect(missing(rule.expr, known)).toEqual([]);
      expect(['warning', 'critical']).toContain(rule.labels['severity']);
      expect(rule.annotations['summary']).toMatch(/\S/);
    },
  );

  it('has a test for every rule in which it fires', () => {
    const fired = tried.tests
      .flatMap(({ alert_rule_test: cases }) => cases)
      .filter(({ exp_alerts: expected }) => expected.length > 0)
      .map(({ alertname }) => alertname);

    expect([...new Set(fired)].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });
});

describe('deploy/grafana/parley.json', () => {
  it.each(shown)('%s uses only metrics that exist', (_, expr) => {
    expect(missing(expr, known)).toEqual([]);
    expect(expr).toContain('parley_');
  });

  it('queries the selected source, for tenants and stacks that metrics have', () => {
    const { list } = dashboard.templating;

    expect(list.map(({ name, type }) => [name, type])).toEqual([
      ['source', 'datasource'],
      ['tenant', 'query'],
      ['stack', 'query'],
    ]);
    for (const { definition } of list) {
      if (definition === undefined) continue;
      const [, metric = '', label = ''] = /^label_values\((\w+).*, (\w+)\)$/.exec(definition) ?? [];
      expect([...(known.get(metric)?.keys() ?? [])]).toContain(label);
    }
    for (const { type, datasource } of dashboard.panels) {
      if (type !== 'row') expect(datasource).toEqual({ type: 'prometheus', uid: '${source}' });
    }
  });

  it('has the format that Grafana imports', () => {
    expect(dashboard).toMatchObject({ uid: 'parley', title: 'Parley', schemaVersion: 39 });
    // An import assigns these, so the file must not contain them.
    expect(dashboard).not.toHaveProperty('id');
    expect(dashboard).not.toHaveProperty('__inputs');
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, targets = [] } of dashboard.panels) {
      expect(['row', 'stat', 'timeseries']).toContain(type);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
  });

  it('has panels that do not overlap', () => {
    const taken = new Set<string>();
    for (const { gridPos, title } of dashboard.panels) {
      const { x, y, w, h } = gridPos;
      expect(x + w).toBeLessThanOrEqual(24);
      for (let cell = 0; cell < w * h; cell += 1) {
        const place = `${x + (cell % w)} ${y + Math.floor(cell / w)}`;
        expect(taken.has(place), `${title} at ${place}`).toBe(false);
        taken.add(place);
      }
    }
  });
});

describe.skipIf(!hasPromtool())('promtool', () => {
  it('accepts the rules, and they fire where they should', () => {
    const folder = join(root, 'deploy/prometheus');

    expect(promtool('check', 'rules', join(folder, 'alerts.yaml'))).toMatchObject({ status: 0 });
    expect(promtool('test', 'rules', join(folder, 'alerts.test.yaml'))).toMatchObject({
      status: 0,
    });
  });

  it('parses every expression of the dashboard', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-dashboard-'));
    const file = join(folder, 'rules.json');
    const records = shown.map(([, expr], at) => ({ record: `panel:${at}`, expr: plain(expr) }));
    try {
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }));
      expect(promtool('check', 'rules', file)).toMatchObject({ status: 0 });
      writeFileSync(
        file,
        JSON.stringify({ groups: [{ name: 'a', rules: [{ record: 'b', expr: 'sum(' }] }] }),
      );
      expect(promtool('check', 'rules', file).status).not.toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
