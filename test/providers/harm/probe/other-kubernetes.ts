import type { JsonObject } from '../../../../src/model/json.ts';
import type { Case } from './types.ts';

const pods = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } });
const one = (over: JsonObject) => pods({ containers: [{ name: 'app', image: 'app:1', ...over }] });
const level = (value: string): JsonObject => ({
  metadata: { labels: { 'pod-security.kubernetes.io/enforce': value } },
});
const probe = { httpGet: { path: '/', port: 8080 } };
const subject = { kind: 'Group', name: 'web', apiGroup: 'rbac.authorization.k8s.io' };
const anybody = {
  kind: 'Group',
  name: 'system:unauthenticated',
  apiGroup: 'rbac.authorization.k8s.io',
};
const bound = (name: string, ...subjects: JsonObject[]): JsonObject => ({
  roleRef: { kind: 'ClusterRole', name },
  subjects,
});

export const otherKubernetes: readonly Case[] = [
  [
    'privileged',
    'batch/Job',
    one({ securityContext: { privileged: false } }),
    one({ securityContext: { privileged: true } }),
    'security weakens',
  ],
  [
    'directory of the host',
    'batch/Job',
    pods({ volumes: [] }),
    pods({ volumes: [{ name: 'root', hostPath: { path: '/' } }] }),
    'security weakens',
  ],
  [
    'directory of the pod',
    'batch/Job',
    pods({ volumes: [] }),
    pods({ volumes: [{ name: 'tmp', emptyDir: {} }] }),
    'harmless',
  ],
  [
    'capability',
    'apps/ReplicaSet',
    one({ securityContext: { capabilities: { add: [] } } }),
    one({ securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }),
    'security weakens',
  ],
  [
    'processes of the host',
    'apps/ReplicaSet',
    pods({ hostPID: false }),
    pods({ hostPID: true }),
    'security weakens',
  ],
  ['no probe', 'apps/ReplicaSet', one({ readinessProbe: probe }), one({}), 'availability weakens'],
  [
    'no limits',
    'kubernetes_deployment',
    {
      spec: [
        {
          template: [
            { spec: [{ container: [{ name: 'a', resources: [{ limits: { memory: '1Gi' } }] }] }] },
          ],
        },
      ],
    },
    {
      spec: [
        { template: [{ spec: [{ container: [{ name: 'a', resources: [{ limits: {} }] }] }] }] },
      ],
    },
    'availability weakens',
  ],
  [
    'one copy',
    'kubernetes_deployment',
    { spec: [{ replicas: '3' }] },
    { spec: [{ replicas: '1' }] },
    'availability weakens',
  ],
  [
    'more copies',
    'kubernetes_deployment',
    { spec: [{ replicas: '3' }] },
    { spec: [{ replicas: '5' }] },
    'availability strengthens',
  ],
  [
    'another annotation',
    'kubernetes_deployment',
    { metadata: [{ annotations: { a: '1' } }] },
    { metadata: [{ annotations: { a: '2' } }] },
    'harmless',
  ],
  [
    'level restricted to privileged',
    'kubernetes_namespace_v1',
    { metadata: [{ labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } }] },
    { metadata: [{ labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } }] },
    'security weakens',
  ],
  [
    'level baseline to restricted',
    'v1/Namespace',
    level('baseline'),
    level('restricted'),
    'security strengthens',
  ],
  [
    'no quota',
    'core/ResourceQuota',
    { spec: { hard: { pods: '10' } } },
    undefined,
    'availability weakens',
  ],
  [
    'no range',
    'core/LimitRange',
    { spec: { limits: [{ type: 'Container', max: { memory: '1Gi' } }] } },
    undefined,
    'availability weakens',
  ],
  [
    'everything in a namespace',
    'rbac.authorization.k8s.io/Role',
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
    { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
    'security weakens',
  ],
  [
    'reads secrets',
    'rbac.authorization.k8s.io/Role',
    { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }] },
    { rules: [{ apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get'] }] },
    'security weakens',
  ],
  [
    'reads less',
    'rbac.authorization.k8s.io/Role',
    { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] }] },
    { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] },
    'security strengthens',
  ],
  [
    'administrators of a namespace',
    'rbac.authorization.k8s.io/RoleBinding',
    undefined,
    bound('cluster-admin', subject),
    'security weakens',
  ],
  [
    'strangers look',
    'rbac.authorization.k8s.io/RoleBinding',
    bound('view', subject),
    bound('view', subject, anybody),
    'security weakens',
  ],
  [
    'cluster administrator',
    'kubernetes_cluster_role_binding_v1',
    undefined,
    {
      role_ref: [
        { kind: 'ClusterRole', name: 'cluster-admin', api_group: 'rbac.authorization.k8s.io' },
      ],
      subject: [{ kind: 'User', name: 'a' }],
    },
    'security weakens',
  ],
  [
    'ingress in clear',
    'networking.k8s.io/Ingress',
    { spec: { tls: [{ hosts: ['a.example'], secretName: 's' }] } },
    { spec: {} },
    'security weakens',
  ],
  [
    'ingress with TLS',
    'kubernetes_ingress_v1',
    { spec: [{ tls: [] }] },
    { spec: [{ tls: [{ hosts: ['a.example'], secret_name: 's' }] }] },
    'security strengthens',
  ],
  [
    'balancer',
    'kubernetes_service_v1',
    { spec: [{ type: 'ClusterIP' }] },
    { spec: [{ type: 'LoadBalancer' }] },
    'security weakens',
  ],
  [
    'no network rules',
    'kubernetes_network_policy_v1',
    { spec: [{ policy_types: ['Ingress'] }] },
    undefined,
    'security weakens',
  ],
  [
    'no disruption budget',
    'kubernetes_pod_disruption_budget_v1',
    { spec: [{ min_available: '2' }] },
    undefined,
    'availability weakens',
  ],
  [
    'fails open',
    'admissionregistration.k8s.io/MutatingWebhookConfiguration',
    { webhooks: [{ name: 'a', failurePolicy: 'Fail' }] },
    { webhooks: [{ name: 'a', failurePolicy: 'Ignore' }] },
    'security weakens',
  ],
  [
    'claims shrink nothing',
    'core/ConfigMap',
    { data: { a: '1' } },
    { data: { a: '2' } },
    'harmless',
  ],
  [
    'priority',
    'kubernetes_horizontal_pod_autoscaler_v2',
    { spec: [{ min_replicas: 3, max_replicas: 9 }] },
    { spec: [{ min_replicas: 1, max_replicas: 9 }] },
    'availability weakens',
  ],
];
