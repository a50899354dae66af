import { afterEach, describe, expect, it } from 'vitest';
import { renderKustomization } from '../../../src/code/manifests/sources/kustomize/render.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { auditEvent } from './audit.ts';
import { reconcile } from './reconcile.ts';

afterEach(removeFolders);

const prod = 'k8s/overlays/prod';

/** A base of two overlays, of which one has a patch of each kind and merges a generator. */
const files: Readonly<Record<string, string>> = {
  'k8s/base/kustomization.yaml': `resources:
  - web.yaml
  - scaler.yaml
  - report.yaml
configMapGenerator:
  - name: settings
    literals:
      - LEVEL=info
      - TTL=300
`,
  'k8s/base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          image: web:1.0
          env:
            - name: MODE
              value: live
            - name: TIMEOUT
              value: "30"
`,
  'k8s/base/scaler.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: web
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 6
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: {type: Utilization, averageUtilization: 70}
`,
  'k8s/base/report.yaml': `apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: report
              image: report:2.1
`,
  [`${prod}/kustomization.yaml`]: `namespace: prod
resources:
  - ../../base
patches:
  - path: memory.yaml
  - target: {kind: HorizontalPodAutoscaler, name: web}
    patch: |-
      - op: replace
        path: /spec/maxReplicas
        value: 12
configMapGenerator:
  - name: settings
    behavior: merge
    literals:
      - LEVEL=warn
`,
  [`${prod}/memory.yaml`]: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          resources:
            limits:
              memory: 1Gi   # measured
`,
  'k8s/overlays/staging/kustomization.yaml': 'namespace: staging\nresources:\n  - ../../base\n',
};

const patch = (resource: string, body: JsonObject, name = 'web'): JsonObject =>
  auditEvent({ verb: 'patch', resource, name, query: 'fieldManager=kubectl-edit', body });

const settings = (): string => {
  const unit = { path: prod, kind: 'kustomize' } as const;
  const { objects } = renderKustomization(new Map(Object.entries(files)), unit);
  return objects.find(({ id }) => id.kind === 'ConfigMap')?.id.name ?? '';
};

const withoutMode = patch('apps/deployments', {
  spec: {
    template: {
      spec: { containers: [{ name: 'web', env: [{ name: 'MODE', $patch: 'delete' }] }] },
    },
  },
});

const metrics = [
  {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
  },
];

interface Row {
  readonly title: string;
  readonly event: () => JsonObject;
  readonly changed: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'an element of a list goes by the patch that there is',
    event: () => withoutMode,
    changed: [
      `${prod}/memory.yaml: +          env:`,
      `${prod}/memory.yaml: +            - name: MODE`,
      `${prod}/memory.yaml: +              $patch: delete`,
    ],
  },
  {
    title: 'a literal of the generator below is merged over',
    event: () => patch('core/configmaps', { data: { TTL: '600' } }, settings()),
    changed: [`${prod}/kustomization.yaml: +      - TTL=600`],
  },
  {
    title: 'a JSON patch gets one more operation',
    event: () => patch('autoscaling/horizontalpodautoscalers', { spec: { metrics } }),
    changed: [
      `${prod}/kustomization.yaml: +      - op: replace`,
      `${prod}/kustomization.yaml: +        path: /spec/metrics/0/resource/target/averageUtilization`,
      `${prod}/kustomization.yaml: +        value: 50`,
    ],
  },
  {
    title: 'an object goes by a patch of its own',
    event: () => auditEvent({ verb: 'delete', resource: 'batch/cronjobs', name: 'report' }),
    changed: [
      `${prod}/kustomization.yaml: +  - path: report-cronjob-patch.yaml`,
      ...[
        'apiVersion: batch/v1',
        'kind: CronJob',
        'metadata:',
        '  name: report',
        '$patch: delete',
      ].map((line) => `${prod}/report-cronjob-patch.yaml: +${line}`),
    ],
  },
];

describe('an overlay whose base others use, too', () => {
  it.each(rows)('$title', async ({ event, changed }) => {
    const done = await reconcile({ files, events: [event()], flags: ['--manifests', 'k8s'] });

    expect(done.report.unresolved).toEqual([]);
    expect(done.changed).toEqual(changed);
    const touched = done.report.patches.flatMap(({ blastRadius }) => blastRadius);
    expect(touched.every(({ address }) => address.includes('/prod/'))).toBe(true);
  });

  it('has no patch written where an operation or a count would have no object left', async () => {
    const named = `${files[`${prod}/kustomization.yaml`] ?? ''}replicas:\n  - name: web\n    count: 3\n`;
    const event = auditEvent({ verb: 'delete', resource: 'apps/deployments', name: 'web' });
    const done = await reconcile({
      files: { ...files, [`${prod}/kustomization.yaml`]: named },
      events: [event],
      flags: ['--manifests', 'k8s'],
    });

    expect(done.changed).toEqual([]);
    expect(done.report.unresolved.map(({ place }) => place?.file)).toEqual([
      `${prod}/kustomization.yaml`,
    ]);
  });
});
