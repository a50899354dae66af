import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { auditEvent, autoscaler, scale, setImage } from './audit.ts';
import { chart } from './chart.ts';
import { dispositions, reconcile } from './reconcile.ts';

afterEach(removeFolders);

const edit = (body: JsonObject, more: Partial<Parameters<typeof auditEvent>[0]> = {}): JsonObject =>
  auditEvent({
    verb: 'patch',
    resource: 'apps/deployments',
    name: 'main-web',
    query: 'fieldManager=kubectl-edit',
    body,
    ...more,
  });

const container = (fields: JsonObject): JsonObject => ({
  spec: { template: { spec: { containers: [{ name: 'web', ...fields }] } } },
});

const prod = 'shop/values-prod.yaml';
const staging = 'shop/values-staging.yaml';
const inStaging = { namespace: 'staging', name: 'test-web' };

interface Row {
  readonly title: string;
  readonly events: readonly JsonObject[];
  readonly changed: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'a value of the environment',
    events: [scale(8, { name: 'main-web' })],
    changed: [`${prod}: -replicas: 5   # customers`, `${prod}: +replicas: 8   # customers`],
  },
  {
    title: 'a value that only the chart has: into the file of the environment',
    events: [scale(3, inStaging)],
    changed: [`${staging}: +replicas: 3`],
  },
  {
    title: 'the tag in a text of two values',
    events: [setImage('registry.example.com/web:1.5', { name: 'main-web' })],
    changed: [`${prod}: -  tag: "1.4"`, `${prod}: +  tag: "1.5"`],
  },
  {
    title: 'a tag that comes from the version of the chart',
    events: [setImage('registry.example.com/web:1.5-rc', inStaging)],
    changed: [`${staging}: +image:`, `${staging}: +  tag: 1.5-rc`],
  },
  {
    title: 'a part of toYaml',
    events: [edit(container({ resources: { limits: { memory: '2Gi' } } }))],
    changed: [`${prod}: -    memory: 1Gi`, `${prod}: +    memory: 2Gi`],
  },
  {
    title: 'a new part of toYaml',
    events: [edit(container({ resources: { limits: { cpu: '500m' } } }))],
    changed: [`${prod}: +    cpu: 500m`],
  },
  {
    title: 'an element of a list that only the chart has',
    events: [edit(container({ env: [{ name: 'TRACE', value: 'all' }] }), inStaging)],
    changed: [
      `${staging}: +env:`,
      `${staging}: +  - name: LOG`,
      `${staging}: +    value: info`,
      `${staging}: +  - name: TRACE`,
      `${staging}: +    value: all`,
    ],
  },
  {
    title: 'a quoted value',
    events: [
      edit(
        { spec: { rules: [{ host: 'beta.example.com' }] } },
        {
          ...inStaging,
          resource: 'networking.k8s.io/ingresses',
          query: 'fieldManager=kubectl-patch',
        },
      ),
    ],
    changed: [`${staging}: -host: staging.example.com`, `${staging}: +host: beta.example.com`],
  },
  {
    title: 'a number behind a conversion',
    events: [
      edit(
        {
          spec: {
            ports: [
              { port: 80, $patch: 'delete' },
              { port: 8000, targetPort: 8080 },
            ],
          },
        },
        { resource: 'core/services' },
      ),
    ],
    changed: [`${prod}: +service:`, `${prod}: +  port: 8000`],
  },
];

describe('releases of a chart', () => {
  it.each(rows)('$title', async ({ events, changed }) => {
    const done = await reconcile({ files: chart, events, flags: [] });

    expect(done.report.patches.every(({ verification }) => verification.passed)).toBe(true);
    expect(done.changed).toEqual(changed);
    expect(done.report.unresolved).toEqual([]);
  });

  it("change the chart's values if they all drift alike", async () => {
    const events = ['prod', 'staging'].map((namespace, minute) =>
      edit(container({ env: [{ name: 'LOG', value: 'warn' }] }), {
        namespace,
        minute,
        name: namespace === 'prod' ? 'main-web' : 'test-web',
      }),
    );
    const done = await reconcile({ files: chart, events, flags: [] });

    expect(done.changed).toEqual([
      'shop/values.yaml: -    value: info',
      'shop/values.yaml: +    value: warn',
    ]);
  });

  it('are refused a value that a template computes, with file and line', async () => {
    const event = edit({ spec: { strategy: { rollingUpdate: { maxSurge: 4 } } } });
    const done = await reconcile({ files: chart, events: [event], flags: [] });

    expect(done.changed).toEqual([]);
    expect(done.report.unresolved.map(({ code, place }) => [code, place])).toEqual([
      ['helm-unsupported', { file: 'shop/templates/deployment.yaml', line: 12 }],
    ]);
    expect(done.report.unresolved[0]?.reason).toContain('mul');
  });

  it('are refused a value that the template sets for all of them', async () => {
    const event = edit({ spec: { minReadySeconds: 30 } });
    const done = await reconcile({ files: chart, events: [event], flags: [] });

    expect(done.changed).toEqual([]);
    expect(done.report.unresolved.map(({ code, place }) => [code, place])).toEqual([
      ['shared-source', { file: 'shop/templates/deployment.yaml', line: 9 }],
    ]);
  });

  it('edit the template itself if there is only one release', async () => {
    const files = Object.fromEntries(
      Object.entries({
        ...chart,
        'parley.yaml': 'kubernetes: [{path: shop, release: main, namespace: prod}]\n',
      }).filter(([path]) => !path.includes('values-')),
    );
    const done = await reconcile({
      files,
      events: [edit({ spec: { minReadySeconds: 30 } })],
      flags: [],
    });

    expect(done.changed).toEqual([
      'shop/templates/deployment.yaml: -  minReadySeconds: 5',
      'shop/templates/deployment.yaml: +  minReadySeconds: 30',
    ]);
  });

  it('leave the replica count to a value of the chart', async () => {
    const event = scale(8, { name: 'main-web', user: autoscaler });
    const done = await reconcile({ files: chart, events: [event], policy: 'default', flags: [] });

    expect(dispositions(done)).toEqual(['drift apps/Deployment/prod/main-web']);
    expect(done.report.unresolved.map(({ code }) => code)).toEqual(['helm-unsupported']);
    expect(done.changed).toEqual([]);
  });
});
