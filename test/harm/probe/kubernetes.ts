import type { Json, JsonObject } from '../../../src/model/json.ts';
import type { Case } from './types.ts';

const pods = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } });
const container = (over: JsonObject): JsonObject =>
  pods({
    containers: [
      { name: 'app', image: 'app:1', ...over },
      { name: 'log', image: 'log:1' },
    ],
  });
const secured = (context: JsonObject) => container({ securityContext: context });
const written = (over: Json): JsonObject => ({
  spec: [{ template: [{ spec: [{ container: [{ name: 'app', security_context: [over] }] }] }] }],
});

export const kubernetes: readonly Case[] = [
  [
    'privileged',
    'apps/Deployment',
    secured({ privileged: false }),
    secured({ privileged: true }),
    'security weakens',
  ],
  [
    'no longer privileged',
    'apps/Deployment',
    secured({ privileged: true }),
    secured({}),
    'security strengthens',
  ],
  [
    'privileged, as Terraform writes it',
    'kubernetes_deployment_v1',
    written({ privileged: false }),
    written({ privileged: true }),
    'security weakens',
  ],
  [
    'may be root, as Terraform writes it',
    'kubernetes_daemonset',
    written({ run_as_non_root: true }),
    written({ run_as_non_root: false }),
    'security weakens',
  ],
  [
    'may be root',
    'apps/StatefulSet',
    secured({ runAsNonRoot: true }),
    secured({}),
    'security weakens',
  ],
  [
    'network of the host',
    'apps/DaemonSet',
    pods({ hostNetwork: false }),
    pods({ hostNetwork: true }),
    'security weakens',
  ],
  [
    'network of the host in a job',
    'batch/CronJob',
    { spec: { jobTemplate: { spec: { template: { spec: {} } } } } },
    { spec: { jobTemplate: { spec: { template: { spec: { hostNetwork: true } } } } } },
    'security weakens',
  ],
  [
    'strong capability',
    'apps/Deployment',
    secured({ capabilities: { add: ['CHOWN'] } }),
    secured({ capabilities: { add: ['CHOWN', 'SYS_ADMIN'] } }),
    'security weakens',
  ],
  [
    'files of the host',
    'core/Pod',
    { spec: { volumes: [{ name: 'a', emptyDir: {} }] } },
    {
      spec: {
        volumes: [
          { name: 'a', emptyDir: {} },
          { name: 'h', hostPath: { path: '/' } },
        ],
      },
    },
    'security weakens',
  ],
  [
    'containers in another order',
    'apps/Deployment',
    pods({
      containers: [
        { name: 'a', image: 'a:1' },
        { name: 'b', image: 'b:1' },
      ],
    }),
    pods({
      containers: [
        { name: 'b', image: 'b:1' },
        { name: 'a', image: 'a:1' },
      ],
    }),
    'harmless',
  ],
  [
    'three copies to one',
    'apps/Deployment',
    { spec: { replicas: 3 } },
    { spec: { replicas: 1 } },
    'availability weakens',
  ],
  [
    'no copy at all',
    'apps/StatefulSet',
    { spec: { replicas: 2 } },
    { spec: { replicas: 0 } },
    'availability weakens',
  ],
  [
    'more copies',
    'apps/Deployment',
    { spec: { replicas: 2 } },
    { spec: { replicas: 5 } },
    'availability strengthens',
  ],
  [
    'less memory',
    'apps/Deployment',
    container({ resources: { limits: { memory: '1Gi' } } }),
    container({ resources: { limits: { memory: '512Mi' } } }),
    'availability weakens',
  ],
  [
    'memory written in another way',
    'apps/Deployment',
    container({ resources: { limits: { memory: '1Gi' } } }),
    container({ resources: { limits: { memory: '1024Mi' } } }),
    'harmless',
  ],
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
