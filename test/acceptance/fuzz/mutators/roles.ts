import { addition, change, keyValues, type Mutator, removal, tagging, text } from '../mutator.ts';
import { withAction, withStatement } from './documents.ts';

const readOnly = 'arn:aws:iam::aws:policy/ReadOnlyAccess';
const logging = { Effect: 'Allow', Action: 'logs:PutLogEvents', Resource: '*' };

const ofRoles: readonly Mutator[] = [
  change<string>({
    name: 'role: description',
    type: 'aws_iam_role',
    calls: ['iam UpdateRole'],
    from: (now) => text(now, 'description'),
    to: ['Runs at night', 'See the wiki'],
    set: ({ iam }, now, Description) =>
      iam.updateRole({ RoleName: text(now, 'name'), Description }),
  }),
  change<number>({
    name: 'role: length of sessions',
    type: 'aws_iam_role',
    calls: ['iam UpdateRole'],
    from: 'max_session_duration',
    to: [7200, 14_400],
    set: ({ iam }, now, MaxSessionDuration) =>
      iam.updateRole({
        RoleName: text(now, 'name'),
        MaxSessionDuration,
        Description: text(now, 'description'),
      }),
  }),
  change<string>({
    name: 'role: one more who may assume it',
    type: 'aws_iam_role',
    calls: ['iam UpdateAssumeRolePolicy'],
    from: 'assume_role_policy',
    to: (now) => [
      withStatement(now, {
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::210987654321:root' },
        Action: 'sts:AssumeRole',
      }),
      withAction(now, 'sts:TagSession'),
    ],
    set: ({ iam }, now, PolicyDocument) =>
      iam.updateAssumeRolePolicy({ RoleName: text(now, 'name'), PolicyDocument }),
  }),
  addition({
    name: 'role: policy attached',
    type: 'aws_iam_role',
    calls: ['iam AttachRolePolicy', 'iam DetachRolePolicy'],
    act: ({ iam }, now) =>
      iam.attachRolePolicy({ RoleName: text(now, 'name'), PolicyArn: readOnly }),
    undo: ({ iam }, now) =>
      iam.detachRolePolicy({ RoleName: text(now, 'name'), PolicyArn: readOnly }),
  }),
  addition({
    name: 'role: policy of its own',
    type: 'aws_iam_role',
    calls: ['iam PutRolePolicy', 'iam DeleteRolePolicy'],
    act: ({ iam }, now, draw) =>
      iam.putRolePolicy({
        RoleName: text(now, 'name'),
        PolicyName: `debug-${draw}`,
        PolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [logging] }),
      }),
    undo: ({ iam }, now, draw) =>
      iam.deleteRolePolicy({ RoleName: text(now, 'name'), PolicyName: `debug-${draw}` }),
  }),
  change<string>({
    name: 'role policy: statement',
    type: 'aws_iam_role_policy',
    calls: ['iam PutRolePolicy'],
    from: 'policy',
    to: (now) => [withStatement(now, logging), withAction(now, 's3:GetObjectTagging')],
    set: ({ iam }, now, PolicyDocument) =>
      iam.putRolePolicy({
        RoleName: text(now, 'role'),
        PolicyName: text(now, 'name'),
        PolicyDocument,
      }),
  }),
  removal({
    name: 'role policy: deleted',
    type: 'aws_iam_role_policy',
    calls: ['iam DeleteRolePolicy', 'iam PutRolePolicy'],
    act: ({ iam }, now) =>
      iam.deleteRolePolicy({ RoleName: text(now, 'role'), PolicyName: text(now, 'name') }),
    undo: ({ iam }, now) =>
      iam.putRolePolicy({
        RoleName: text(now, 'role'),
        PolicyName: text(now, 'name'),
        PolicyDocument: text(now, 'policy'),
      }),
  }),
  removal({
    name: 'role: policy detached',
    type: 'aws_iam_role_policy_attachment',
    calls: ['iam DetachRolePolicy', 'iam AttachRolePolicy'],
    act: ({ iam }, now) =>
      iam.detachRolePolicy({ RoleName: text(now, 'role'), PolicyArn: text(now, 'policy_arn') }),
    undo: ({ iam }, now) =>
      iam.attachRolePolicy({ RoleName: text(now, 'role'), PolicyArn: text(now, 'policy_arn') }),
  }),
  tagging({
    name: 'role',
    type: 'aws_iam_role',
    tag: [
      'iam TagRole',
      ({ iam }, now, tags) => iam.tagRole({ RoleName: text(now, 'name'), Tags: keyValues(tags) }),
    ],
    untag: [
      'iam UntagRole',
      ({ iam }, now, TagKeys) =>
        iam.untagRole({ RoleName: text(now, 'name'), TagKeys: [...TagKeys] }),
    ],
  }),
];

const policies: readonly Mutator[] = [
  change<string>({
    name: 'policy: new version',
    type: 'aws_iam_policy',
    calls: ['iam CreatePolicyVersion'],
    from: 'policy',
    to: (now) => [withStatement(now, logging), withAction(now, 's3:GetObjectTagging')],
    set: ({ iam }, now, PolicyDocument) =>
      iam.createPolicyVersion({ PolicyArn: text(now, 'arn'), PolicyDocument, SetAsDefault: true }),
  }),
  tagging({
    name: 'policy',
    type: 'aws_iam_policy',
    tag: [
      'iam TagPolicy',
      ({ iam }, now, tags) => iam.tagPolicy({ PolicyArn: text(now, 'arn'), Tags: keyValues(tags) }),
    ],
    untag: [
      'iam UntagPolicy',
      ({ iam }, now, TagKeys) =>
        iam.untagPolicy({ PolicyArn: text(now, 'arn'), TagKeys: [...TagKeys] }),
    ],
  }),
  tagging({
    name: 'instance profile',
    type: 'aws_iam_instance_profile',
    tag: [
      'iam TagInstanceProfile',
      ({ iam }, now, tags) =>
        iam.tagInstanceProfile({ InstanceProfileName: text(now, 'name'), Tags: keyValues(tags) }),
    ],
    untag: [
      'iam UntagInstanceProfile',
      ({ iam }, now, TagKeys) =>
        iam.untagInstanceProfile({ InstanceProfileName: text(now, 'name'), TagKeys: [...TagKeys] }),
    ],
  }),
];

/** Roles and policies. */
export const roles: readonly Mutator[] = [...ofRoles, ...policies];
