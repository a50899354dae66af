import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { add, hidden, remove, sets, translator } from '../catalog/changes.ts';
import type { FakeResource } from '../catalog/event.ts';
import { estateOf } from '../catalog/event.ts';

const translate = translator(awsEntries, 'iam.amazonaws.com');
const arn = (resource: string) => `arn:aws:iam::111122223333:${resource}`;
const trust = '{\n  "Version": "2012-10-17"\n}';

describe('what a call sets', () => {
  it.each<[string, JsonObject, string, readonly Change[]]>([
    [
      'UpdateAssumeRolePolicy',
      { roleName: 'web', policyDocument: trust },
      `aws_iam_role ${arn('role/web')}`,
      sets({ assume_role_policy: trust }),
    ],
    [
      'UpdateAssumeRolePolicy',
      { roleName: 'web', policyDocument: '%7B%22Version%22%3A1%7D' },
      `aws_iam_role ${arn('role/web')}`,
      sets({ assume_role_policy: '{"Version":1}' }),
    ],
    [
      'UpdateRole',
      { roleName: 'web', description: '', maxSessionDuration: 7200 },
      `aws_iam_role ${arn('role/web')}`,
      sets({ description: '', max_session_duration: 7200 }),
    ],
    [
      'UpdateRoleDescription',
      { roleName: 'web', description: 'x' },
      `aws_iam_role ${arn('role/web')}`,
      sets({ description: 'x' }),
    ],
    [
      'PutRolePermissionsBoundary',
      { roleName: 'web', permissionsBoundary: 'arn:b' },
      `aws_iam_role ${arn('role/web')}`,
      sets({ permissions_boundary: 'arn:b' }),
    ],
    [
      'DeleteRolePermissionsBoundary',
      { roleName: 'web' },
      `aws_iam_role ${arn('role/web')}`,
      sets({ permissions_boundary: null }),
    ],
    [
      'TagRole',
      { roleName: 'web', tags: [{ key: 'Team', value: 'core' }] },
      `aws_iam_role ${arn('role/web')}`,
      sets({ 'tags.Team': 'core' }),
    ],
    [
      'UntagRole',
      { roleName: 'web', tagKeys: ['Team'] },
      `aws_iam_role ${arn('role/web')}`,
      sets({ 'tags.Team': null }),
    ],
    [
      'CreatePolicyVersion',
      { policyArn: 'arn:p', policyDocument: trust, setAsDefault: true },
      'aws_iam_policy arn:p',
      sets({ policy: trust }),
    ],
    [
      'SetDefaultPolicyVersion',
      { policyArn: 'arn:p', versionId: 'v1' },
      'aws_iam_policy arn:p',
      [hidden('policy', 'omitted')],
    ],
    [
      'UpdateUser',
      { userName: 'u', newUserName: 'v', newPath: '/x/' },
      `aws_iam_user ${arn('user/u')}`,
      sets({ name: 'v', path: '/x/' }),
    ],
    [
      'UpdateAccessKey',
      { userName: 'u', accessKeyId: 'AKIA1', status: 'Inactive' },
      'aws_iam_access_key AKIA1',
      sets({ status: 'Inactive' }),
    ],
    [
      'UpdateGroup',
      { groupName: 'g', newGroupName: 'h' },
      `aws_iam_group ${arn('group/g')}`,
      sets({ name: 'h' }),
    ],
    [
      'AddRoleToInstanceProfile',
      { instanceProfileName: 'p', roleName: 'web' },
      `aws_iam_instance_profile ${arn('instance-profile/p')}`,
      sets({ role: 'web' }),
    ],
    [
      'RemoveRoleFromInstanceProfile',
      { instanceProfileName: 'p', roleName: 'web' },
      `aws_iam_instance_profile ${arn('instance-profile/p')}`,
      sets({ role: null }),
    ],
    [
      'UpdateSAMLProvider',
      { sAMLProviderArn: 'arn:s', sAMLMetadataDocument: '<x/>' },
      'aws_iam_saml_provider arn:s',
      sets({ saml_metadata_document: '<x/>' }),
    ],
    [
      'AddClientIDToOpenIDConnectProvider',
      { openIDConnectProviderArn: 'arn:o', clientID: 'c' },
      'aws_iam_openid_connect_provider arn:o',
      [add('client_id_list', 'c')],
    ],
    [
      'RemoveClientIDFromOpenIDConnectProvider',
      { openIDConnectProviderArn: 'arn:o', clientID: 'c' },
      'aws_iam_openid_connect_provider arn:o',
      [remove('client_id_list', 'c')],
    ],
  ])('%s %j', (operation, request, resource, changes) => {
    expect(translate(operation, request)).toEqual({ [resource]: changes });
  });

  it.each([
    ['CreatePolicyVersion', { policyArn: 'arn:p', policyDocument: '{}', setAsDefault: false }],
    ['DeletePolicyVersion', { policyArn: 'arn:p', versionId: 'v1' }],
    ['UpdateLoginProfile', { userName: 'u' }],
    ['EnableMFADevice', { userName: 'u', serialNumber: 'arn:m' }],
  ])('%s changes nothing that Terraform sees', (operation, request) => {
    expect(translate(operation, request)).toEqual({});
  });
});

describe('resources that a call creates', () => {
  it.each<[string, JsonObject, JsonObject, string, JsonObject]>([
    [
      'CreateRole',
      {
        roleName: 'r',
        assumeRolePolicyDocument: trust,
        path: '/',
        maxSessionDuration: 3600,
        description: '',
        tags: [{ key: 'a', value: 'true' }],
      },
      { role: { arn: arn('role/r'), assumeRolePolicyDocument: '%7B%7D' } },
      `aws_iam_role ${arn('role/r')}`,
      {
        attributes: { name: 'r', assume_role_policy: trust, tags: { a: 'true' } },
        importId: 'r',
      },
    ],
    [
      'CreatePolicy',
      { policyName: 'p', policyDocument: '{}', path: '/app/' },
      { policy: { arn: 'arn:p' } },
      'aws_iam_policy arn:p',
      { attributes: { name: 'p', path: '/app/', policy: '{}' }, importId: 'arn:p' },
    ],
    [
      'CreateAccessKey',
      { userName: 'u' },
      { accessKey: { accessKeyId: 'AKIA1', status: 'Active', userName: 'u' } },
      'aws_iam_access_key AKIA1',
      {
        attributes: { user: 'u' },
        importId: 'AKIA1',
        parent: { type: 'aws_iam_user', keys: [{ arn: arn('user/u') }, { name: 'u' }] },
      },
    ],
    [
      'CreateServiceLinkedRole',
      { aWSServiceName: 'x.amazonaws.com' },
      { role: { arn: 'arn:slr' } },
      'aws_iam_service_linked_role arn:slr',
      { attributes: { aws_service_name: 'x.amazonaws.com' }, importId: 'arn:slr' },
    ],
    [
      'CreateVirtualMFADevice',
      { path: '/', virtualMFADeviceName: 'm' },
      { virtualMFADevice: { serialNumber: 'arn:m' } },
      'aws_iam_virtual_mfa_device arn:m',
      { attributes: { virtual_mfa_device_name: 'm' }, importId: 'arn:m' },
    ],
  ])('%s', (operation, request, response, resource, created) => {
    expect(translate(operation, request, response)).toEqual({
      [resource]: [{ kind: 'create', ...created }],
    });
  });

  it('gives a key made without a name to the caller', () => {
    const response = { accessKey: { accessKeyId: 'AKIA1', userName: 'me' } };

    expect(translate('CreateAccessKey', {}, response)).toMatchObject({
      'aws_iam_access_key AKIA1': [{ attributes: { user: 'me' } }],
    });
  });

  it.each<[string, JsonObject, string]>([
    ['DeleteRole', { roleName: 'r' }, `aws_iam_role ${arn('role/r')}`],
    ['DeleteUser', { userName: 'u' }, `aws_iam_user ${arn('user/u')}`],
    ['DeleteGroup', { groupName: 'g' }, `aws_iam_group ${arn('group/g')}`],
    ['DeletePolicy', { policyArn: 'arn:p' }, 'aws_iam_policy arn:p'],
    ['DeleteAccessKey', { accessKeyId: 'AKIA1', userName: 'u' }, 'aws_iam_access_key AKIA1'],
    ['DeleteLoginProfile', { userName: 'u' }, 'aws_iam_user_login_profile u'],
    ['DeleteVirtualMFADevice', { serialNumber: 'arn:m' }, 'aws_iam_virtual_mfa_device arn:m'],
    [
      'DeleteAccountPasswordPolicy',
      {},
      'aws_iam_account_password_policy iam-account-password-policy',
    ],
  ])('%s deletes it', (operation, request, resource) => {
    expect(translate(operation, request)).toEqual({ [resource]: [{ kind: 'delete' }] });
  });
});

describe('UpdateAccountPasswordPolicy', () => {
  const request = { minimumPasswordLength: 12, requireSymbols: true };
  const name = 'aws_iam_account_password_policy iam-account-password-policy';

  it('makes the policy', () => {
    expect(translate('UpdateAccountPasswordPolicy', request)).toEqual({
      [name]: [
        {
          kind: 'create',
          attributes: { minimum_password_length: 12, require_symbols: true },
          importId: 'iam-account-password-policy',
        },
      ],
    });
  });

  it('resets what it leaves out', () => {
    const managed = estateOf({
      address: 'aws_iam_account_password_policy.main',
      attributes: {
        id: 'iam-account-password-policy',
        require_numbers: true,
        allow_users_to_change_password: true,
        password_reuse_prevention: 5,
        max_password_age: 0,
        hard_expiry: null,
      },
    });

    expect(translate('UpdateAccountPasswordPolicy', request, {}, managed)).toEqual({
      [name]: sets({
        minimum_password_length: 12,
        require_symbols: true,
        allow_users_to_change_password: false,
        hard_expiry: null,
        max_password_age: 0,
        password_reuse_prevention: 0,
        require_lowercase_characters: false,
        require_numbers: false,
        require_uppercase_characters: false,
      }),
    });
  });
});

describe('names that exist in several accounts', () => {
  const role = (account: string): FakeResource => ({
    address: 'aws_iam_role.web',
    attributes: { name: 'web', arn: `arn:aws:iam::${account}:role/app/web` },
  });
  const request = { roleName: 'web', description: 'x' };

  it('match in the same account, whatever the path', () => {
    const estate = estateOf(role('111122223333'));
    const ref = { type: 'aws_iam_role', keys: [{ arn: arn('role/web') }, { name: 'web' }] };

    expect(estate.find(ref)?.address).toBe('aws_iam_role.web');
    expect(translate('UpdateRole', request, {}, estate)).toHaveProperty([
      `aws_iam_role ${arn('role/web')}`,
    ]);
  });

  it('do not match in another one', () => {
    expect(translate('UpdateRole', request, {}, estateOf(role('999999999999')))).toEqual({
      [`aws_iam_role web ${arn('role/web')}`]: sets({ description: 'x' }),
    });
  });

  it('take the policies of the role with them', () => {
    const policy = {
      address: 'aws_iam_role_policy.p',
      attributes: { role: 'web', name: 'p' },
    };
    const estate = estateOf(role('999999999999'), policy);

    expect(translate('DeleteRolePolicy', { roleName: 'web', policyName: 'p' }, {}, estate)).toEqual(
      { [`aws_iam_role_policy web p ${arn('role/web')}`]: [{ kind: 'delete' }] },
    );
  });
});
