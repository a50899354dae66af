import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { auditEvent, autoscaler, scale, setImage } from './audit.ts';
import { autoscaling, policy as networkPolicy } from './manifests.ts';
import { overlays } from './overlays.ts';
import { dispositions, outcomes, reconcile } from './reconcile.ts';

afterEach(removeFolders);

const edit = (body: JsonObject, more: Partial<Parameters<typeof auditEvent>[0]> = {}): JsonObject =>
  auditEvent({
    verb: 'patch',
    resource: 'apps/deployments',
    name: 'web',
    query: 'fieldManager=kubectl-edit',
    body,
    ...more,
  });

const container = (fields: JsonObject): JsonObject => ({
  spec: { template: { spec: { containers: [{ name: 'web', ...fields }] } } },
});

const prod = 'k8s/overlays/prod/kustomization.yaml';
const base = 'k8s/base/web.yaml';
const memory = (limit: string): JsonObject =>
  container({ resources: { limits: { memory: limit } } });

interface Row {
  readonly title: string;
  readonly events: readonly JsonObject[];
  readonly changed: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'replicas: the entry of the overlay',
    events: [scale(8)],
    changed: [
      `${prod}: -    count: 5   # twice the usual`,
      `${prod}: +    count: 8   # twice the usual`,
    ],
  },
  {
    title: 'replicas of an overlay without an entry: a new one there, the base stays',
    events: [scale(4, { namespace: 'staging', name: 'web-test' })],
    changed: [
      'k8s/overlays/staging/kustomization.yaml: +replicas:',
      'k8s/overlays/staging/kustomization.yaml: +  - name: web',
      'k8s/overlays/staging/kustomization.yaml: +    count: 4',
    ],
  },
  {
    title: 'an image: the tag of the entry',
    events: [setImage('registry.example.com/web:1.5')],
    changed: [`${prod}: -    newTag: "1.4"`, `${prod}: +    newTag: "1.5"`],
  },
  {
    title: 'an image of another name',
    events: [setImage('mirror.example.com/web:1.4')],
    changed: [
      `${prod}: -    newName: registry.example.com/web`,
      `${prod}: +    newName: mirror.example.com/web`,
    ],
  },
  {
    title: 'an image of an overlay without an entry',
    events: [setImage('web:1.1', { namespace: 'staging', name: 'web-test' })],
    changed: [
      'k8s/overlays/staging/kustomization.yaml: +images:',
      'k8s/overlays/staging/kustomization.yaml: +  - name: web',
      'k8s/overlays/staging/kustomization.yaml: +    newTag: "1.1"',
    ],
  },
  {
    title: 'what a patch file sets',
    events: [edit(memory('2Gi'))],
    changed: [
      'k8s/overlays/prod/memory.yaml: -              memory: 1Gi   # measured',
      'k8s/overlays/prod/memory.yaml: +              memory: 2Gi   # measured',
    ],
  },
  {
    title: 'a new field: into the patch that there is',
    events: [edit(container({ env: [{ name: 'TRACE', value: 'all' }] }))],
    changed: [
      'k8s/overlays/prod/memory.yaml: +          env:',
      'k8s/overlays/prod/memory.yaml: +            - name: TRACE',
      'k8s/overlays/prod/memory.yaml: +              value: all',
    ],
  },
  {
    title: 'what an inline JSON patch sets',
    events: [
      edit({ spec: { ports: [{ port: 80, targetPort: 9191 }] } }, { resource: 'core/services' }),
    ],
    changed: [`${prod}: -        value: 9090`, `${prod}: +        value: 9191`],
  },
  {
    title: 'a label of the overlay',
    events: [edit({ metadata: { labels: { env: 'production' } } })],
    changed: [],
  },
  {
    title: 'both overlays alike: the base',
    events: [
      edit({ spec: { minReadySeconds: 10 } }),
      edit(
        { spec: { minReadySeconds: 10 } },
        { namespace: 'staging', name: 'web-test', minute: 1 },
      ),
    ],
    changed: [`${base}: +  minReadySeconds: 10`],
  },
];

const flags = ['--manifests', 'k8s'];

describe('overlays', () => {
  it.each(rows)('$title', async ({ events, changed }) => {
    const done = await reconcile({ files: overlays, events, flags });

    expect(done.changed).toEqual(changed);
    expect(done.report.patches.every(({ verification }) => verification.passed)).toBe(true);
    expect(done.report.unresolved).toHaveLength(changed.length === 0 ? 1 : 0);
  });

  it('edit a base if all other overlays override the value', async () => {
    const event = edit(memory('256Mi'), { namespace: 'staging', name: 'web-test' });
    const done = await reconcile({ files: overlays, events: [event], flags });

    expect(done.changed).toEqual([
      `${base}: -              memory: 128Mi`,
      `${base}: +              memory: 256Mi`,
    ]);
    expect(done.report.patches[0]?.blastRadius.map(({ address }) => address)).toEqual([
      'apps/Deployment/staging/web-test',
    ]);
  });

  it('get their own patch if the base must not change', async () => {
    const staging = 'k8s/overlays/staging';
    const env = [{ name: 'TRACE', value: 'all' }];
    const template = { spec: { containers: [{ name: 'web', env }] } };
    const body = { spec: { minReadySeconds: 9, template } };
    const event = edit(body, { namespace: 'staging', name: 'web-test' });
    const done = await reconcile({ files: overlays, events: [event], flags });

    expect(done.changed).toEqual([
      `${staging}/kustomization.yaml: +patches:`,
      `${staging}/kustomization.yaml: +  - path: web-deployment-patch.yaml`,
      ...[
        'apiVersion: apps/v1',
        'kind: Deployment',
        'metadata:',
        '  name: web',
        'spec:',
        '  minReadySeconds: 9',
        '  template:',
        '    spec:',
        '      containers:',
        '        - name: web',
        '          env:',
        '            - name: TRACE',
        '              value: all',
      ].map((line) => `${staging}/web-deployment-patch.yaml: +${line}`),
    ]);
    expect(done.report.patches[0]?.blastRadius.map(({ address }) => address)).toEqual([
      'apps/Deployment/staging/web-test',
      'apps/Deployment/staging/web-test',
    ]);
  });

  it("get a patch for labels, too, next to the overlay's existing ones", async () => {
    const staging = 'k8s/overlays/staging/kustomization.yaml';
    const older = 'patchesStrategicMerge: [min.yaml]\n';
    const files = {
      ...overlays,
      [staging]: `${overlays[staging] ?? ''}${older}`,
      'k8s/overlays/staging/min.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: ClusterIP}\n',
    };
    const body = { metadata: { labels: { tier: 'front' } } };
    const event = edit(body, { namespace: 'staging', name: 'web-test' });
    const done = await reconcile({ files, events: [event], flags });

    expect(done.changed.slice(0, 2)).toEqual([
      `${staging}: -${older.trimEnd()}`,
      `${staging}: +patchesStrategicMerge: [min.yaml, web-deployment-patch.yaml]`,
    ]);
    expect(done.changed.slice(-3).map((line) => line.split(': +')[1])).toEqual([
      '  name: web',
      '  labels:',
      '    tier: front',
    ]);
  });

  it('are refused a change that no patch of one field can express', async () => {
    const files = {
      'k8s/base/kustomization.yaml': 'resources: [policy.yaml]\n',
      'k8s/base/policy.yaml': networkPolicy.replace('  namespace: prod\n', ''),
      'k8s/overlays/a/kustomization.yaml': 'namespace: a\nresources: [../../base]\n',
      'k8s/overlays/b/kustomization.yaml': 'namespace: b\nresources: [../../base]\n',
    };
    const ingress = [{ from: [{ podSelector: { matchLabels: { app: 'door' } } }] }];
    const event = edit(
      { spec: { ingress } },
      { namespace: 'a', resource: 'networking.k8s.io/networkpolicies' },
    );
    const done = await reconcile({ files, events: [event], flags });

    expect(done.changed).toEqual([]);
    expect(done.report.unresolved.map(({ code, place }) => [code, place?.file])).toEqual([
      ['shared-source', 'k8s/overlays/a/kustomization.yaml'],
    ]);
    expect(done.report.unresolved[0]?.reason).toContain('NetworkPolicy/b/web');
  });

  it('include overlays that are not in the settings', async () => {
    const files = { ...overlays, 'parley.yaml': 'kubernetes: [{path: k8s/overlays/staging}]\n' };
    const event = edit(
      { spec: { minReadySeconds: 9 } },
      { namespace: 'staging', name: 'web-test' },
    );
    const done = await reconcile({ files, events: [event], flags: [] });

    expect(done.changed.join()).not.toContain('k8s/base');
    const inBase = done.report.patches[0]?.candidates.find(({ file }) => file === base);
    expect(inBase).toMatchObject({ chosen: false });
    expect(inBase?.because).toContain('k8s/overlays/prod');
  });

  it('change a literal of a generator, and with it the generated name', async () => {
    const { generated } = await findGenerated();
    const event = edit(
      { data: { MODE: 'safe' } },
      { resource: 'core/configmaps', name: generated, query: 'fieldManager=kubectl-patch' },
    );
    const done = await reconcile({ files: overlays, events: [event], flags });

    expect(done.changed).toEqual([`${prod}: -      - MODE=fast`, `${prod}: +      - MODE=safe`]);
    expect(done.report.patches[0]?.blastRadius.map(({ path }) => path)).toEqual([['data', 'MODE']]);
  });

  it('hand over replicas in every layer that sets them', async () => {
    const files = {
      ...overlays,
      'k8s/overlays/prod/hpa.yaml': autoscaling.replace('  namespace: prod\n', ''),
      [prod]: (overlays[prod] ?? '').replace('  - ../../base\n', '  - ../../base\n  - hpa.yaml\n'),
    };
    const done = await reconcile({
      files,
      events: [scale(7, { user: autoscaler })],
      policy: 'default',
      flags,
    });

    expect(outcomes(done)).toEqual(['delegate controller-scales']);
    expect(done.changed).toEqual([
      `${prod}: -replicas:`,
      `${prod}: -  - name: web`,
      `${prod}: -    count: 5   # twice the usual`,
      'k8s/overlays/prod/memory.yaml: +  replicas: null',
    ]);
  });

  it('with unsupported features leave their objects alone', async () => {
    const files = {
      ...overlays,
      [prod]: `${overlays[prod] ?? ''}replacements:\n  - path: swap.yaml\n`,
    };
    const done = await reconcile({ files, events: [scale(8)], flags });

    expect(dispositions(done)).toEqual(['redacted apps/Deployment/prod/web']);
    expect(new Set(done.report.unresolved.map(({ code }) => code))).toEqual(
      new Set(['kustomize-unsupported']),
    );
    expect(done.changed).toEqual([]);
  });

  it('adopt an object that was created by hand', async () => {
    const made = auditEvent({
      verb: 'create',
      resource: 'core/services',
      name: 'admin',
      body: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'admin', namespace: 'prod' },
        spec: { selector: { app: 'web' }, ports: [{ port: 81 }] },
      },
    });
    const files = { ...overlays, 'parley.yaml': 'kubernetes: [{path: k8s/overlays/prod}]\n' };
    const done = await reconcile({ files, events: [made], flags: ['--adopt', 'related'] });

    expect(done.changed).toContain(`${prod}: +  - admin-service.yaml`);
    expect(done.changed).toContain('k8s/overlays/prod/admin-service.yaml: +kind: Service');
    expect(done.changed.join()).not.toContain('namespace');
  });

  /** The name of the generated ConfigMap, found by rendering the overlay. */
  async function findGenerated(): Promise<{ generated: string }> {
    const { renderKustomization } = await import(
      '../../../src/code/manifests/sources/kustomize/render.ts'
    );
    const { objects } = renderKustomization(new Map(Object.entries(overlays)), {
      path: 'k8s/overlays/prod',
      kind: 'kustomize',
    });
    return { generated: objects.find(({ id }) => id.kind === 'ConfigMap')?.id.name ?? '' };
  }
});
