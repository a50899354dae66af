import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json.ts';
import { type Judge, judged, testCase } from './make.ts';

const rule = (
  verbs: readonly string[],
  resources: readonly string[],
  apiGroups: readonly string[] = [''],
): JsonObject => ({
  verbs,
  resources,
  apiGroups,
});
const rules = (...all: readonly JsonObject[]): JsonObject => ({ rules: all });
const pods = rule(['get', 'list'], ['pods']);
const rbac = ['rbac.authorization.k8s.io'];
const binding = (role: string, ...subjects: readonly JsonObject[]): JsonObject => ({
  metadata: { namespace: 'shop' },
  roleRef: { kind: 'ClusterRole', name: role },
  subjects,
});
const named = (kind: string, name: string): JsonObject => ({ kind, name });

type Row = readonly [
  string,
  string,
  JsonObject | undefined,
  JsonObject | undefined,
  number,
  number,
  string?,
];

const rows: readonly Row[] = [
  [
    'rules regrouped',
    'ClusterRole',
    rules(rule(['get', 'list'], ['pods', 'services'])),
    rules(rule(['list'], ['services', 'pods']), rule(['get'], ['pods', 'services'])),
    0,
    0,
  ],
  [
    'a rule that a wildcard has already',
    'ClusterRole',
    rules(rule(['*'], ['*'], ['*'])),
    rules(rule(['*'], ['*'], ['*']), pods),
    0,
    0,
  ],
  ['reading pods', 'ClusterRole', rules(), rules(pods), 1, 0],
  [
    'reading secrets',
    'ClusterRole',
    rules(pods),
    rules(pods, rule(['get'], ['secrets'])),
    4,
    0,
    'read secrets (get secrets)',
  ],
  [
    'reading secrets of a namespace',
    'Role',
    rules(pods),
    rules(pods, rule(['get'], ['secrets'])),
    3,
    0,
  ],
  [
    'reading one secret',
    'Role',
    rules(pods),
    rules(pods, { ...rule(['get'], ['secrets']), resourceNames: ['tls'] }),
    2,
    0,
  ],
  [
    'everything',
    'ClusterRole',
    rules(pods),
    rules(rule(['*'], ['*'], ['*'])),
    5,
    0,
    'do anything to anything',
  ],
  ['everything in a namespace', 'Role', rules(pods), rules(rule(['*'], ['*'], ['*'])), 4, 0],
  [
    'all verbs on one kind',
    'ClusterRole',
    rules(pods),
    rules(pods, rule(['*'], ['deployments'], ['apps'])),
    4,
    0,
  ],
  [
    'giving itself rights',
    'ClusterRole',
    rules(pods),
    rules(pods, rule(['escalate'], ['clusterroles'], rbac)),
    5,
    0,
  ],
  [
    'binding roles',
    'ClusterRole',
    rules(pods),
    rules(pods, rule(['bind'], ['clusterroles'], rbac)),
    5,
    0,
  ],
  [
    'acting as others',
    'ClusterRole',
    rules(pods),
    rules(pods, rule(['impersonate'], ['users'])),
    5,
    0,
    'act as anybody',
  ],
  [
    'commands in pods',
    'ClusterRole',
    rules(pods),
    rules(pods, rule(['create'], ['pods/exec'])),
    4,
    0,
    'run commands in pods',
  ],
  ['starting pods', 'ClusterRole', rules(pods), rules(pods, rule(['create'], ['pods'])), 3, 0],
  [
    'tokens of service accounts',
    'ClusterRole',
    rules(pods),
    rules(pods, rule(['create'], ['serviceaccounts/token'])),
    4,
    0,
  ],
  ['a wildcard narrowed', 'ClusterRole', rules(rule(['*'], ['*'], ['*'])), rules(pods), 0, 5],
  [
    'cluster-admin for a person',
    'ClusterRoleBinding',
    binding('cluster-admin'),
    binding('cluster-admin', named('User', 'maria')),
    5,
    0,
    'The user maria may now do anything to anything (cluster-admin)',
  ],
  [
    'cluster-admin in one namespace',
    'RoleBinding',
    binding('cluster-admin'),
    binding('cluster-admin', named('User', 'maria')),
    4,
    0,
    'in the namespace shop',
  ],
  [
    'view for a person',
    'ClusterRoleBinding',
    binding('view'),
    binding('view', named('User', 'maria')),
    2,
    0,
  ],
  [
    'strangers',
    'ClusterRoleBinding',
    binding('view'),
    binding('view', named('Group', 'system:unauthenticated')),
    5,
    0,
    'Everyone may now',
  ],
  [
    'strangers by their user',
    'ClusterRoleBinding',
    binding('view'),
    binding('view', named('User', 'system:anonymous')),
    5,
    0,
  ],
  [
    'whoever can log in',
    'ClusterRoleBinding',
    binding('view'),
    binding('view', named('Group', 'system:authenticated')),
    4,
    0,
  ],
  [
    'what strangers may see anyway',
    'ClusterRoleBinding',
    binding('system:public-info-viewer'),
    binding('system:public-info-viewer', named('Group', 'system:unauthenticated')),
    1,
    0,
  ],
  [
    'another role',
    'ClusterRoleBinding',
    binding('view', named('User', 'maria')),
    binding('cluster-admin', named('User', 'maria')),
    5,
    2,
  ],
  [
    'subjects in another order',
    'ClusterRoleBinding',
    binding('view', named('User', 'a'), named('User', 'b')),
    binding('view', named('User', 'b'), named('User', 'a')),
    0,
    0,
  ],
  [
    'a service account with its namespace',
    'RoleBinding',
    binding('view', named('ServiceAccount', 'ci')),
    binding('view', { ...named('ServiceAccount', 'ci'), namespace: 'shop' }),
    0,
    0,
  ],
  [
    'Terraform’s spelling of a role',
    'kubernetes_cluster_role',
    { rule: [{ verbs: ['get'], resources: ['pods'], api_groups: [''] }] },
    { rule: [{ verbs: ['get'], resources: ['pods', 'secrets'], api_groups: [''] }] },
    4,
    0,
  ],
  [
    'Terraform’s spelling of a binding',
    'kubernetes_cluster_role_binding_v1',
    { role_ref: [{ kind: 'ClusterRole', name: 'cluster-admin' }], subject: [] },
    {
      role_ref: [{ kind: 'ClusterRole', name: 'cluster-admin' }],
      subject: [{ kind: 'Group', name: 'system:authenticated' }],
    },
    5,
    0,
  ],
  [
    'a manifest in Terraform',
    'kubernetes_manifest',
    undefined,
    {
      manifest: { kind: 'ClusterRoleBinding', ...binding('cluster-admin', named('User', 'maria')) },
    },
    5,
    0,
  ],
];

describe('roles of Kubernetes', () => {
  for (const [name, type, before, after, weakens, strengthens, says] of rows) {
    const judge: Judge = (...sides) => judged(type, ...sides);
    testCase(judge, { name, before, after, weakens, strengthens, says });
  }

  it('cannot tell what a custom role allows', () => {
    const { harms } = judged(
      'RoleBinding',
      binding('deployer'),
      binding('deployer', named('User', 'maria')),
    );

    expect(harms).toEqual([expect.objectContaining({ severity: 2, doubt: 'cannot-tell' })]);
  });
});
