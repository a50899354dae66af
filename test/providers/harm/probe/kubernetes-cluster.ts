import type { JsonObject } from '../../../../src/model/json.ts';
import type { Case } from './types.ts';

const pods = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } });
const container = (over: JsonObject): JsonObject =>
  pods({
    containers: [
      { name: 'app', image: 'app:1', ...over },
      { name: 'log', image: 'log:1' },
    ],
  });

export const kubernetesCluster: readonly Case[] = [
  [
    'half a processor more',
    'apps/Deployment',
    container({ resources: { limits: { cpu: '500m' } } }),
    container({ resources: { limits: { cpu: '1' } } }),
    'availability strengthens',
  ],
  [
    'no readiness probe',
    'apps/Deployment',
    container({ readinessProbe: { httpGet: { path: '/' } } }),
    container({}),
    'availability weakens',
  ],
  [
    'readiness probe',
    'apps/Deployment',
    container({}),
    container({ readinessProbe: { httpGet: { path: '/' } } }),
    'availability strengthens',
  ],
  [
    'network policy deleted',
    'networking.k8s.io/NetworkPolicy',
    { spec: { podSelector: {} } },
    undefined,
    'security weakens',
  ],
  [
    'network policy for everywhere',
    'networking.k8s.io/NetworkPolicy',
    { spec: { ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] } },
    { spec: { ingress: [{ from: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }] } },
    'security weakens',
  ],
  [
    'network policy without sources',
    'networking.k8s.io/NetworkPolicy',
    { spec: { ingress: [{ from: [{ podSelector: { a: 'b' } }] }] } },
    { spec: { ingress: [{ from: [] }] } },
    'security weakens',
  ],
  [
    'administrator of the cluster',
    'rbac.authorization.k8s.io/ClusterRoleBinding',
    undefined,
    {
      roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'User', name: 'a' }],
    },
    'security weakens',
  ],
  [
    'administrator of the cluster no more',
    'rbac.authorization.k8s.io/ClusterRoleBinding',
    { roleRef: { name: 'cluster-admin' } },
    undefined,
    'security strengthens',
  ],
  [
    'every verb',
    'rbac.authorization.k8s.io/ClusterRole',
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['*'] }] },
    'security weakens',
  ],
  [
    'service for outside',
    'core/Service',
    { spec: { type: 'ClusterIP' } },
    { spec: { type: 'LoadBalancer' } },
    'security weakens',
  ],
  [
    'pods less restricted',
    'core/Namespace',
    { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } },
    { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } } },
    'security weakens',
  ],
  [
    'pods not restricted at all',
    'core/Namespace',
    { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted', a: 'b' } } },
    { metadata: { labels: { a: 'b' } } },
    'security weakens',
  ],
  [
    'a label',
    'apps/Deployment',
    { metadata: { labels: { a: 'b' } } },
    { metadata: { labels: { a: 'c' } } },
    'harmless',
  ],
  [
    'guardrail skipped when down',
    'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
    { webhooks: [{ name: 'w', failurePolicy: 'Fail' }] },
    { webhooks: [{ name: 'w', failurePolicy: 'Ignore' }] },
    'governance weakens',
  ],
  [
    'disk kept',
    'core/PersistentVolume',
    { spec: { persistentVolumeReclaimPolicy: 'Delete' } },
    { spec: { persistentVolumeReclaimPolicy: 'Retain' } },
    'durability strengthens',
  ],
  [
    'network of the pod',
    'apps/Deployment',
    pods({ hostNetwork: true }),
    pods({ hostNetwork: false }),
    'security strengthens',
  ],
  [
    'a role written in another order',
    'rbac.authorization.k8s.io/ClusterRole',
    { rules: [{ apiGroups: [''], resources: ['pods', 'nodes'], verbs: ['get', 'list'] }] },
    { rules: [{ apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['list', 'get'] }] },
    'harmless',
  ],
];
