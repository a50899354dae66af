import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { CreateSpec } from '../catalog/creation.ts';
import { creationEntry } from '../catalog/creation.ts';
import { refTo, setEffect } from '../catalog/effects.ts';
import type { Naming } from '../catalog/identity.ts';
import { catalogName } from '../catalog/identity.ts';
import { requireText } from '../catalog/request.ts';
import { findSingleton, singletonRef } from '../catalog/singletons.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, list, number, response, set } from '../catalog/sources.ts';
import type { DraftEffect, Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';
import { iamService } from './iam-names.ts';

const passwordPolicy = 'aws_iam_account_password_policy';
const accountAlias = 'aws_iam_account_alias';
const oidc = 'aws_iam_openid_connect_provider';
const saml = 'aws_iam_saml_provider';
const mfa = 'aws_iam_virtual_mfa_device';
const certificate = 'aws_iam_server_certificate';
const sshKey = 'aws_iam_user_ssh_key';

/** The id that Terraform gives to the only password policy of an account. */
const passwordPolicyId = 'iam-account-password-policy';
const onlyPasswordPolicy: Naming = (event, estate) =>
  singletonRef(event, estate, passwordPolicy, passwordPolicyId);

const passwordAttributes: CatalogAttributes = {
  allow_users_to_change_password: bool('allowUsersToChangePassword'),
  hard_expiry: bool('hardExpiry'),
  max_password_age: number('maxPasswordAge'),
  minimum_password_length: number('minimumPasswordLength'),
  password_reuse_prevention: number('passwordReusePrevention'),
  require_lowercase_characters: bool('requireLowercaseCharacters'),
  require_numbers: bool('requireNumbers'),
  require_symbols: bool('requireSymbols'),
  require_uppercase_characters: bool('requireUppercaseCharacters'),
};

const aliasSpec: CreateSpec = {
  type: accountAlias,
  keys: [{ id: 'accountAlias' }],
  attributes: { account_alias: 'accountAlias' },
  importId: 'accountAlias',
};

/** An account has one alias, so a new one replaces the managed one. */
function createAlias(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const before = findSingleton(event, estate, accountAlias);
  const ref = catalogName(event, estate, aliasSpec);
  const isNew = before.kind === 'none' || before.kind === 'elsewhere';
  if (isNew || estate.find(ref) !== undefined) return creationEntry(event, estate, aliasSpec, ref);
  const alias = requireText(event.request, 'accountAlias');
  return [setEffect(singletonRef(event, estate, accountAlias), ['account_alias'], alias)];
}

const oidcKeys = [{ arn: 'openIDConnectProviderArn' }];

const samlKeys = [{ arn: 'samlProviderArn' }];

function certificateRef({ request }: AuditEvent): ResourceRef {
  return refTo(certificate, { name: requireText(request, 'serverCertificateName') });
}

export const iamAccountEntries = aws(iamService, [
  {
    type: passwordPolicy,
    identity: onlyPasswordPolicy,
    fields: passwordAttributes,
    importId: () => passwordPolicyId,
    resets: {
      allow_users_to_change_password: false,
      hard_expiry: false,
      max_password_age: 0,
      minimum_password_length: 6,
      password_reuse_prevention: 0,
      require_lowercase_characters: false,
      require_numbers: false,
      require_symbols: false,
      require_uppercase_characters: false,
    },
    calls: {
      UpdateAccountPasswordPolicy: 'put',
      DeleteAccountPasswordPolicy: 'delete',
    },
  },
  {
    type: accountAlias,
    identity: [{ id: 'accountAlias' }],
    calls: {
      DeleteAccountAlias: 'delete',
      CreateAccountAlias: { special: createAlias },
    },
  },
  {
    type: oidc,
    identity: oidcKeys,
    created: [{ arn: response('openIDConnectProviderArn') }],
    fields: {
      url: 'url',
      client_id_list: set('clientIDList'),
      thumbprint_list: list('thumbprintList'),
    },
    tags: 'tags',
    importId: response('openIDConnectProviderArn'),
    calls: {
      CreateOpenIDConnectProvider: 'create',
      AddClientIDToOpenIDConnectProvider: { add: { client_id_list: 'clientID' } },
      RemoveClientIDFromOpenIDConnectProvider: { remove: { client_id_list: 'clientID' } },
      UpdateOpenIDConnectProviderThumbprint: { set: { thumbprint_list: list('thumbprintList') } },
      DeleteOpenIDConnectProvider: 'delete',
      TagOpenIDConnectProvider: { tag: 'tags', by: [{ arn: 'openIDConnectProviderArn' }] },
      UntagOpenIDConnectProvider: { untag: 'tagKeys', by: [{ arn: 'openIDConnectProviderArn' }] },
    },
  },
  {
    type: saml,
    identity: [...samlKeys, { arn: response('samlProviderArn') }],
    created: [{ arn: response('samlProviderArn') }],
    fields: { name: 'name', saml_metadata_document: 'samlMetadataDocument' },
    tags: 'tags',
    importId: response('samlProviderArn'),
    calls: {
      CreateSAMLProvider: 'create',
      UpdateSAMLProvider: { set: { saml_metadata_document: 'samlMetadataDocument' } },
      DeleteSAMLProvider: { does: 'delete', by: samlKeys },
      TagSAMLProvider: { tag: 'tags', by: [{ arn: 'samlProviderArn' }] },
      UntagSAMLProvider: { untag: 'tagKeys', by: [{ arn: 'samlProviderArn' }] },
    },
  },
  {
    type: mfa,
    identity: [{ arn: 'serialNumber' }],
    created: [{ arn: response('virtualMFADevice.serialNumber') }],
    fields: { virtual_mfa_device_name: 'virtualMFADeviceName', path: 'path' },
    tags: 'tags',
    defaults: { path: '/' },
    importId: response('virtualMFADevice.serialNumber'),
    calls: {
      CreateVirtualMFADevice: 'create',
      DeleteVirtualMFADevice: 'delete',
    },
  },
  {
    type: certificate,
    identity: certificateRef,
    fields: { name: 'newServerCertificateName', path: 'newPath' },
    calls: {
      UpdateServerCertificate: 'patch',
      DeleteServerCertificate: 'delete',
    },
  },
  {
    type: sshKey,
    identity: [{ ssh_public_key_id: 'sshPublicKeyId' }],
    fields: { status: 'status' },
    calls: {
      UpdateSSHPublicKey: 'patch',
      DeleteSSHPublicKey: 'delete',
    },
  },
  {
    ignores: [
      'GenerateCredentialReport',
      'GenerateOrganizationsAccessReport',
      'GenerateServiceLastAccessedDetails',
    ],
  },
]);
