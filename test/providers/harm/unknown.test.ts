import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { judgeGrants } from '../../../src/providers/harm/grants/judge.ts';
import { judgeNetwork } from '../../../src/providers/harm/network/judge.ts';

const admin = 'arn:aws:iam::aws:policy/AdministratorAccess';

/* Values that a plan does not know yet must neither hide the known ones nor pass for harmless. */
it.each<[string, string, JsonObject, string[], number, string | undefined]>([
  [
    'a role of a name to come',
    'aws_iam_role_policy_attachment',
    { policy_arn: admin },
    ['role', 'id'],
    5,
    undefined,
  ],
  [
    'a policy to come',
    'aws_iam_role_policy_attachment',
    { role: 'app' },
    ['policy_arn'],
    3,
    'cannot-tell',
  ],
  ['a document to come', 'aws_iam_policy', {}, ['policy', 'arn'], 3, 'cannot-tell'],
  [
    'an identity to come',
    'azurerm_role_assignment',
    { scope: '/subscriptions/1', role_definition_name: 'Owner' },
    ['principal_id', 'role_definition_id'],
    5,
    undefined,
  ],
  [
    'a scope to come',
    'azurerm_role_assignment',
    { role_definition_name: 'Owner', principal_id: 'p' },
    ['scope'],
    3,
    'cannot-tell',
  ],
  [
    'a service account to come',
    'google_project_iam_member',
    { project: 'p', role: 'roles/owner' },
    ['member', 'etag'],
    5,
    undefined,
  ],
  [
    'a role to come',
    'google_project_iam_member',
    { project: 'p', member: 'user:a@acme.example' },
    ['role'],
    3,
    'cannot-tell',
  ],
])('%s', (_name, type, after, unknown, severity, doubt) => {
  const { harms } = judgeGrants({ type, before: undefined, after, unknown });

  expect(harms.map((one) => [one.severity, one.doubt])).toEqual([[severity, doubt]]);
});

it('reports open ports beside rules that are not known yet, but no closed ones', () => {
  const open = { protocol: 'tcp', from_port: 22, to_port: 22, cidr_blocks: ['0.0.0.0/0'] };
  const closed = { protocol: 'tcp', from_port: 80, to_port: 80, cidr_blocks: ['10.0.0.0/8'] };
  const { harms } = judgeNetwork({
    type: 'aws_security_group',
    before: { ingress: [closed] },
    after: { ingress: [open] },
    unknown: ['ingress.security_groups'],
  });

  expect(harms.map((one) => [one.severity, one.direction, one.doubt])).toEqual([
    [5, 'weakens', undefined],
    [3, 'weakens', 'cannot-tell'],
  ]);
});
