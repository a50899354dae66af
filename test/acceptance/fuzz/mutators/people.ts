import {
  addition,
  change,
  keyValues,
  type Mutator,
  removal,
  tagging,
  text,
  texts,
} from '../mutator.ts';
import { withAction, withStatement } from './documents.ts';

const readOnly = 'arn:aws:iam::aws:policy/ReadOnlyAccess';
const logging = { Effect: 'Allow', Action: 'logs:PutLogEvents', Resource: '*' };

const users: readonly Mutator[] = [
  tagging({
    name: 'user',
    type: 'aws_iam_user',
    tag: [
      'iam TagUser',
      ({ iam }, now, tags) => iam.tagUser({ UserName: text(now, 'name'), Tags: keyValues(tags) }),
    ],
    untag: [
      'iam UntagUser',
      ({ iam }, now, TagKeys) =>
        iam.untagUser({ UserName: text(now, 'name'), TagKeys: [...TagKeys] }),
    ],
  }),
  addition({
    name: 'user: policy attached',
    type: 'aws_iam_user',
    calls: ['iam AttachUserPolicy', 'iam DetachUserPolicy'],
    act: ({ iam }, now) =>
      iam.attachUserPolicy({ UserName: text(now, 'name'), PolicyArn: readOnly }),
    undo: ({ iam }, now) =>
      iam.detachUserPolicy({ UserName: text(now, 'name'), PolicyArn: readOnly }),
  }),
  change<string>({
    name: 'user policy: statement',
    type: 'aws_iam_user_policy',
    calls: ['iam PutUserPolicy'],
    from: 'policy',
    to: (now) => [withStatement(now, logging), withAction(now, 's3:GetObject')],
    set: ({ iam }, now, PolicyDocument) =>
      iam.putUserPolicy({
        UserName: text(now, 'user'),
        PolicyName: text(now, 'name'),
        PolicyDocument,
      }),
  }),
  removal({
    name: 'user: policy detached',
    type: 'aws_iam_user_policy_attachment',
    calls: ['iam DetachUserPolicy', 'iam AttachUserPolicy'],
    act: ({ iam }, now) =>
      iam.detachUserPolicy({ UserName: text(now, 'user'), PolicyArn: text(now, 'policy_arn') }),
    undo: ({ iam }, now) =>
      iam.attachUserPolicy({ UserName: text(now, 'user'), PolicyArn: text(now, 'policy_arn') }),
  }),
  change<string>({
    name: 'access key: status',
    type: 'aws_iam_access_key',
    calls: ['iam UpdateAccessKey'],
    from: 'status',
    to: ['Active', 'Inactive'],
    set: ({ iam }, now, Status) =>
      iam.updateAccessKey({
        UserName: text(now, 'user'),
        AccessKeyId: text(now, 'id'),
        Status: Status === 'Active' ? 'Active' : 'Inactive',
      }),
  }),
  removal({
    name: 'user: password deleted',
    type: 'aws_iam_user_login_profile',
    calls: ['iam DeleteLoginProfile'],
    act: ({ iam }, now) => iam.deleteLoginProfile({ UserName: text(now, 'user') }),
  }),
  removal({
    name: 'user: taken out of a group',
    type: 'aws_iam_user_group_membership',
    calls: ['iam RemoveUserFromGroup', 'iam AddUserToGroup'],
    fits: (now) => texts(now, 'groups').length > 1,
    act: ({ iam }, now) =>
      iam.removeUserFromGroup({
        UserName: text(now, 'user'),
        GroupName: texts(now, 'groups')[0],
      }),
    undo: ({ iam }, now) =>
      iam.addUserToGroup({ UserName: text(now, 'user'), GroupName: texts(now, 'groups')[0] }),
  }),
];

const groups: readonly Mutator[] = [
  change<string>({
    name: 'group policy: statement',
    type: 'aws_iam_group_policy',
    calls: ['iam PutGroupPolicy'],
    from: 'policy',
    to: (now) => [withStatement(now, logging), withAction(now, 'sqs:DeleteMessage')],
    set: ({ iam }, now, PolicyDocument) =>
      iam.putGroupPolicy({
        GroupName: text(now, 'group'),
        PolicyName: text(now, 'name'),
        PolicyDocument,
      }),
  }),
  removal({
    name: 'group policy: deleted',
    type: 'aws_iam_group_policy',
    calls: ['iam DeleteGroupPolicy', 'iam PutGroupPolicy'],
    act: ({ iam }, now) =>
      iam.deleteGroupPolicy({ GroupName: text(now, 'group'), PolicyName: text(now, 'name') }),
    undo: ({ iam }, now) =>
      iam.putGroupPolicy({
        GroupName: text(now, 'group'),
        PolicyName: text(now, 'name'),
        PolicyDocument: text(now, 'policy'),
      }),
  }),
  removal({
    name: 'group: policy detached',
    type: 'aws_iam_group_policy_attachment',
    calls: ['iam DetachGroupPolicy', 'iam AttachGroupPolicy'],
    act: ({ iam }, now) =>
      iam.detachGroupPolicy({ GroupName: text(now, 'group'), PolicyArn: text(now, 'policy_arn') }),
    undo: ({ iam }, now) =>
      iam.attachGroupPolicy({ GroupName: text(now, 'group'), PolicyArn: text(now, 'policy_arn') }),
  }),
];

const account: readonly Mutator[] = [
  change<number>({
    name: 'passwords: length',
    type: 'aws_iam_account_password_policy',
    calls: ['iam UpdateAccountPasswordPolicy'],
    from: 'minimum_password_length',
    to: [12, 16, 20],
    set: ({ iam }, now, MinimumPasswordLength) =>
      iam.updateAccountPasswordPolicy({
        MinimumPasswordLength,
        MaxPasswordAge: Number(now['max_password_age']),
        AllowUsersToChangePassword: now['allow_users_to_change_password'] === true,
        RequireNumbers: now['require_numbers'] === true,
        RequireSymbols: now['require_symbols'] === true,
        RequireLowercaseCharacters: now['require_lowercase_characters'] === true,
        RequireUppercaseCharacters: now['require_uppercase_characters'] === true,
        HardExpiry: now['hard_expiry'] === true,
      }),
  }),
  change<string[]>({
    name: 'identity provider: thumbprints',
    type: 'aws_iam_openid_connect_provider',
    calls: ['iam UpdateOpenIDConnectProviderThumbprint'],
    from: (now) => texts(now, 'thumbprint_list'),
    to: (now) => [[...now, '0123456789abcdef0123456789abcdef01234567']],
    set: ({ iam }, now, ThumbprintList) =>
      iam.updateOpenIDConnectProviderThumbprint({
        OpenIDConnectProviderArn: text(now, 'arn'),
        ThumbprintList,
      }),
  }),
  removal({
    name: 'federation: deleted',
    type: 'aws_iam_saml_provider',
    calls: ['iam DeleteSAMLProvider'],
    act: ({ iam }, now) => iam.deleteSAMLProvider({ SAMLProviderArn: text(now, 'arn') }),
  }),
  removal({
    name: 'account: alias deleted',
    type: 'aws_iam_account_alias',
    calls: ['iam DeleteAccountAlias', 'iam CreateAccountAlias'],
    act: ({ iam }, now) => iam.deleteAccountAlias({ AccountAlias: text(now, 'account_alias') }),
    undo: ({ iam }, now) => iam.createAccountAlias({ AccountAlias: text(now, 'account_alias') }),
  }),
];

/** Users, groups, and settings of the account. */
export const people: readonly Mutator[] = [...users, ...groups, ...account];
