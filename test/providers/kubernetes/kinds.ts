import type { Json, JsonObject } from '../../../src/model/json.ts';

/** A kind of object in two states, and JSON patches that lead from the first to others. */
export interface Kind {
  readonly type: string;
  readonly group: string;
  readonly resource: string;
  readonly first: JsonObject;
  readonly changed: JsonObject;
  readonly patches: readonly (readonly JsonObject[])[];
}

const metadata = (labels: JsonObject): JsonObject => ({ name: 'web', namespace: 'shop', labels });

const pods = (image: string, env: readonly Json[]): JsonObject => ({
  spec: {
    containers: [
      { name: 'web', image, env, ports: [{ containerPort: 80 }] },
      { name: 'side', image: 'side:1' },
    ],
    tolerations: [{ key: 'x', operator: 'Exists' }],
  },
});

export const kinds: readonly Kind[] = [
  {
    type: 'apps/Deployment',
    group: 'apps',
    resource: 'deployments',
    first: {
      metadata: metadata({ app: 'web' }),
      spec: { replicas: 3, template: pods('web:1', [{ name: 'A', value: '1' }]) },
    },
    changed: {
      metadata: metadata({ app: 'web', team: 'x' }),
      spec: {
        replicas: 5,
        template: pods('web:2', [
          { name: 'A', value: '2' },
          { name: 'B', value: '3' },
        ]),
      },
    },
    patches: [
      [{ op: 'replace', path: '/spec/replicas', value: 5 }],
      [{ op: 'add', path: '/metadata/labels/team', value: 'x' }],
      [{ op: 'remove', path: '/metadata/labels/app' }],
      [
        { op: 'test', path: '/spec/template/spec/containers/0/name', value: 'web' },
        { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'web:2' },
      ],
      [
        {
          op: 'add',
          path: '/spec/template/spec/containers/0/env/-',
          value: { name: 'B', value: '3' },
        },
      ],
    ],
  },
  {
    type: 'core/ConfigMap',
    group: '',
    resource: 'configmaps',
    first: { metadata: metadata({}), data: { mode: 'slow', level: 'info' } },
    changed: { metadata: metadata({}), data: { mode: 'fast', level: 'info', color: 'red' } },
    patches: [
      [{ op: 'replace', path: '/data/mode', value: 'fast' }],
      [
        { op: 'copy', from: '/data/mode', path: '/data/other' },
        { op: 'move', from: '/data/level', path: '/data/depth' },
      ],
    ],
  },
  {
    type: 'core/Service',
    group: '',
    resource: 'services',
    first: {
      metadata: metadata({ app: 'web' }),
      spec: {
        type: 'ClusterIP',
        selector: { app: 'web' },
        ports: [{ port: 80, targetPort: 8080 }],
      },
    },
    changed: {
      metadata: metadata({ app: 'web' }),
      spec: {
        type: 'LoadBalancer',
        selector: { app: 'web', tier: 'front' },
        ports: [
          { port: 80, targetPort: 8081 },
          { port: 443, targetPort: 8443, name: 'tls' },
        ],
      },
    },
    patches: [[{ op: 'replace', path: '/spec/ports/0/targetPort', value: 8081 }]],
  },
  {
    type: 'autoscaling/HorizontalPodAutoscaler',
    group: 'autoscaling',
    resource: 'horizontalpodautoscalers',
    first: { metadata: metadata({}), spec: { minReplicas: 2, maxReplicas: 5 } },
    changed: { metadata: metadata({}), spec: { minReplicas: 3, maxReplicas: 9 } },
    patches: [[{ op: 'replace', path: '/spec/maxReplicas', value: 9 }]],
  },
  {
    type: 'rbac.authorization.k8s.io/Role',
    group: 'rbac.authorization.k8s.io',
    resource: 'roles',
    first: {
      metadata: metadata({}),
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
    changed: {
      metadata: metadata({}),
      rules: [
        { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] },
        { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] },
      ],
    },
    patches: [[{ op: 'add', path: '/rules/0/verbs/-', value: 'list' }]],
  },
  {
    type: 'networking.k8s.io/NetworkPolicy',
    group: 'networking.k8s.io',
    resource: 'networkpolicies',
    first: { metadata: metadata({}), spec: { podSelector: {}, policyTypes: ['Ingress'] } },
    changed: {
      metadata: metadata({}),
      spec: {
        podSelector: { matchLabels: { app: 'web' } },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ from: [{ namespaceSelector: {} }] }],
      },
    },
    patches: [[{ op: 'replace', path: '/spec/policyTypes', value: ['Egress'] }]],
  },
  {
    type: 'example.com/Widget',
    group: 'example.com',
    resource: 'widgets',
    first: { metadata: metadata({}), spec: { size: 1, parts: [{ id: 'a', on: true }] } },
    changed: { metadata: metadata({}), spec: { size: 2, parts: [{ id: 'a', on: false }] } },
    patches: [[{ op: 'replace', path: '/spec/parts/0/on', value: false }]],
  },
];
