import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { auditEvent, scale, setImage } from './audit.ts';
import { ingress, job, policy, role, service, settings, web } from './manifests.ts';
import { dispositions, reconcile } from './reconcile.ts';

afterEach(removeFolders);

const container = (fields: JsonObject): JsonObject => ({
  spec: {
    template: {
      spec: {
        '$setElementOrder/containers': [{ name: 'web' }],
        containers: [{ name: 'web', ...fields }],
      },
    },
  },
});

const patchWeb = (body: JsonObject, query = 'fieldManager=kubectl-edit'): JsonObject =>
  auditEvent({ verb: 'patch', resource: 'apps/deployments', name: 'web', query, body });

interface Row {
  readonly title: string;
  readonly file?: string;
  readonly text?: string;
  readonly event: JsonObject;
  readonly changed: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'kubectl set image',
    event: setImage('registry.example.com/web:1.5'),
    changed: [
      '-          image: "registry.example.com/web:1.4"   # bumped by hand',
      '+          image: "registry.example.com/web:1.5"   # bumped by hand',
    ],
  },
  {
    title: 'a variable added',
    event: patchWeb(
      container({
        '$setElementOrder/env': [{ name: 'LOG' }, { name: 'REGION' }, { name: 'TRACE' }],
        env: [{ name: 'TRACE', value: 'on' }],
      }),
    ),
    changed: ['+            - name: TRACE', '+              value: "on"'],
  },
  {
    title: 'a variable changed',
    event: patchWeb(container({ env: [{ name: 'LOG', value: 'debug' }] })),
    changed: ['-              value: info', '+              value: debug'],
  },
  {
    title: 'a variable removed',
    event: patchWeb(container({ env: [{ name: 'REGION', $patch: 'delete' }] })),
    changed: ['-            - name: REGION', "-              value: 'eu'"],
  },
  {
    title: 'a limit raised',
    event: patchWeb(container({ resources: { limits: { memory: '512Mi' } } })),
    changed: ['-              memory: 256Mi', '+              memory: 512Mi'],
  },
  {
    title: 'a request in a flow map',
    event: patchWeb(container({ resources: { requests: { memory: '128Mi' } } })),
    changed: [
      '-            requests: {cpu: 250m}',
      '+            requests: {cpu: 250m, memory: 128Mi}',
    ],
  },
  {
    title: 'kubectl scale',
    event: scale(5),
    changed: [
      '-  replicas: 3   # enough for a quiet day',
      '+  replicas: 5   # enough for a quiet day',
    ],
  },
  {
    title: 'kubectl label and annotate',
    event: patchWeb({ metadata: { labels: { tier: 'front' }, annotations: { owner: null } } }),
    changed: [
      '-  labels: {app: web, team: "shop"}',
      '-  annotations:',
      '-    owner: web-team   # on call',
      '+  labels: {app: web, team: "shop", tier: front}',
    ],
  },
  {
    title: 'a JSON patch',
    event: patchWeb(
      [
        { op: 'test', path: '/spec/replicas', value: 3 },
        { op: 'replace', path: '/spec/template/spec/containers/0/env/1/value', value: 'us' },
        { op: 'add', path: '/metadata/annotations/example.com~1note', value: 'x' },
      ] as unknown as JsonObject,
      'fieldManager=console',
    ),
    changed: [
      '+    example.com/note: x',
      "-              value: 'eu'",
      "+              value: 'us'",
    ],
  },
  {
    title: 'a server-side apply with force',
    event: patchWeb(
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: 'prod' },
        spec: {
          replicas: 4,
          template: { spec: { containers: [{ name: 'web', image: 'web:2' }] } },
        },
      },
      'fieldManager=console&force=true',
    ),
    changed: [
      '-  replicas: 3   # enough for a quiet day',
      '+  replicas: 4   # enough for a quiet day',
      '-          image: "registry.example.com/web:1.4"   # bumped by hand',
      '+          image: "web:2"   # bumped by hand',
    ],
  },
  {
    title: 'a whole object with what the server fills in',
    event: auditEvent({
      verb: 'update',
      resource: 'core/services',
      name: 'web',
      body: {
        kind: 'Service',
        apiVersion: 'v1',
        metadata: { name: 'web', namespace: 'prod', uid: 'u', resourceVersion: '9' },
        spec: {
          ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 9090, nodePort: 31000 }],
          selector: { app: 'web' },
          clusterIP: '10.0.0.7',
          clusterIPs: ['10.0.0.7'],
          type: 'ClusterIP',
          sessionAffinity: 'None',
          ipFamilies: ['IPv4'],
          ipFamilyPolicy: 'SingleStack',
          internalTrafficPolicy: 'Cluster',
        },
        status: { loadBalancer: {} },
      },
    }),
    file: 'k8s/service.yaml',
    text: service,
    changed: ['-      targetPort: 8080', '+      targetPort: 9090'],
  },
  {
    title: 'a port added',
    event: auditEvent({
      verb: 'patch',
      resource: 'core/services',
      name: 'web',
      query: 'fieldManager=kubectl-edit',
      body: { spec: { ports: [{ name: 'metrics', port: 9100, targetPort: 9100 }] } },
    }),
    file: 'k8s/service.yaml',
    text: service,
    changed: ['+    - name: metrics', '+      port: 9100', '+      targetPort: 9100'],
  },
  {
    title: 'a key of a ConfigMap',
    event: auditEvent({
      verb: 'patch',
      resource: 'core/configmaps',
      name: 'settings',
      query: 'fieldManager=kubectl-patch',
      body: { data: { mode: 'slow', limits: 'a=1\nb=3\n' } },
    }),
    file: 'k8s/settings.yaml',
    text: settings,
    changed: ['-  mode: fast', '+  mode: slow', '-    b=2', '+    b=3'],
  },
  {
    title: 'the host of an Ingress',
    event: auditEvent({
      verb: 'patch',
      resource: 'networking.k8s.io/ingresses',
      name: 'web',
      query: 'fieldManager=kubectl-patch',
      body: [{ op: 'replace', path: '/spec/rules/0/host', value: 'www.example.com' }],
    }),
    file: 'k8s/ingress.yaml',
    text: ingress,
    changed: ['-    - host: shop.example.com', '+    - host: www.example.com'],
  },
  {
    title: 'a peer of a NetworkPolicy',
    event: auditEvent({
      verb: 'patch',
      resource: 'networking.k8s.io/networkpolicies',
      name: 'web',
      query: 'fieldManager=kubectl-patch',
      body: [
        {
          op: 'add',
          path: '/spec/ingress/0/from/-',
          value: { namespaceSelector: { matchLabels: { team: 'ops' } } },
        },
      ],
    }),
    file: 'k8s/policy.yaml',
    text: policy,
    changed: [
      '+        - namespaceSelector:',
      '+            matchLabels:',
      '+              team: ops',
    ],
  },
  {
    title: 'a verb of a Role',
    event: auditEvent({
      verb: 'patch',
      resource: 'rbac.authorization.k8s.io/roles',
      name: 'reader',
      query: 'fieldManager=kubectl-patch',
      body: [{ op: 'add', path: '/rules/0/verbs/-', value: 'delete' }],
    }),
    file: 'k8s/role.yaml',
    text: role,
    changed: ['-    verbs: [get, list]', '+    verbs: [get, list, delete]'],
  },
  {
    title: 'the schedule of a CronJob',
    event: auditEvent({
      verb: 'patch',
      resource: 'batch/cronjobs',
      name: 'report',
      query: 'fieldManager=kubectl-patch',
      body: { spec: { schedule: '*/5 * * * *' } },
    }),
    file: 'k8s/job.yaml',
    text: job,
    changed: ['-  schedule: "0 3 * * *"', '+  schedule: "*/5 * * * *"'],
  },
];

describe('plain manifests', () => {
  it.each(rows)('$title', async ({ file = 'k8s/web.yaml', text = web, event, changed }) => {
    const done = await reconcile({ files: { [file]: text }, events: [event] });

    expect(done.changed).toEqual(changed.map((line) => `${file}: ${line}`));
    expect(done.report.unresolved).toEqual([]);
    expect(done.report.patches.map(({ verification }) => verification)).toEqual([
      { level: 'evaluate', passed: true, notes: [] },
    ]);
    expect(new Set(dispositions(done).map((one) => one.split(' ')[0]))).toEqual(new Set(['drift']));
  });
});
