import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { documentPlace, documentTypes } from '../../../src/providers/harm/grants/aws/documents.ts';
import { judgeGrants } from '../../../src/providers/harm/grants/judge.ts';
import { judgeNetwork } from '../../../src/providers/harm/network/judge.ts';
import { cases } from '../../cases.ts';

const types = [
  ...documentTypes(),
  'aws_security_group',
  'aws_network_acl',
  'aws_lambda_permission',
  'aws_kms_grant',
  'aws_iam_role_policy_attachment',
  'aws_eks_cluster',
  'google_project_iam_policy',
  'google_storage_bucket_acl',
  'google_compute_firewall',
  'google_container_cluster',
  'azurerm_role_assignment',
  'azurerm_role_definition',
  'azurerm_network_security_group',
  'azurerm_mssql_firewall_rule',
  'ClusterRole',
  'RoleBinding',
  'NetworkPolicy',
  'Service',
  'kubernetes_manifest',
];
const names = [
  'policy',
  'assume_role_policy',
  'inline_policy',
  'Statement',
  'Effect',
  'Principal',
  'Action',
  'Resource',
  'Condition',
  'AWS',
  'StringLike',
  'aws:SourceIp',
  'ingress',
  'cidr_blocks',
  'from_port',
  'to_port',
  'protocol',
  'rules',
  'subjects',
  'roleRef',
  'spec',
  'ports',
  'port',
  'from',
  'ipBlock',
  'cidr',
  'except',
  'policy_data',
  'bindings',
  'members',
  'role',
  'permissions',
  'actions',
  'security_rule',
  'source_address_prefix',
  'start_ip_address',
  'vpc_config',
  'manifest',
  'kind',
  '__proto__',
  'constructor',
  'role_entity',
  'operations',
  'unknown',
  'metadata',
  'annotations',
];
const leaves = fc.oneof(
  fc.constantFrom<Json>(
    '*',
    'Allow',
    'Deny',
    's3:*',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8',
    '***',
    '22',
    '-1',
    -1,
    22,
    70_000,
    null,
    true,
    '',
    '{"Statement":[]}',
    'ClusterRole',
    'NetworkPolicy',
  ),
  fc.string(),
  fc.integer(),
);
const { value } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
}));
const object = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
const side = fc.option(object, { nil: undefined });

it('is never thrown off by what a log or a plan may hold', () => {
  fc.assert(
    fc.property(fc.constantFrom(...types), side, side, fc.boolean(), (type, old, fresh, asText) => {
      const field = documentPlace(type)?.field;
      const shaped = (one: JsonObject | undefined): JsonObject | undefined =>
        one === undefined || field === undefined
          ? one
          : { [field]: asText ? JSON.stringify(one) : one };
      const change = { type, before: shaped(old), after: shaped(fresh) };
      const harms = [...judgeGrants(change).harms, ...judgeNetwork(change).harms];

      for (const { because, severity } of harms) {
        expect(because).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect([1, 2, 3, 4, 5]).toContain(severity);
      }
    }),
    { numRuns: cases(5000, 1500) },
  );
});
