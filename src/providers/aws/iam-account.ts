import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { CatalogAttributes, CreateSpec, Naming } from '../catalog/define.ts';
import {
  bool,
  catalogName,
  creates,
  creationEntry,
  deletes,
  ignores,
  list,
  number,
  response,
  set,
  tagging,
  updates,
} from '../catalog/define.ts';
import { addEffect, refTo, removeEffect, setEffect } from '../catalog/effects.ts';
import { puts } from '../catalog/replace.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { findSingleton, singletonRef } from '../catalog/singletons.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { iamService } from './iam-names.ts';

const passwordPolicy = 'aws_iam_account_password_policy';
const accountAlias = 'aws_iam_account_alias';
const oidc = 'aws_iam_openid_connect_provider';
const saml = 'aws_iam_saml_provider';
const mfa = 'aws_iam_virtual_mfa_device';
const certificate = 'aws_iam_server_certificate';
const sshKey = 'aws_iam_user_ssh_key';

/** The id that Terraform gives the one password policy of an account. */
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
  service: iamService,
  operations: ['CreateAccountAlias'],
  type: accountAlias,
  keys: [{ id: 'accountAlias' }],
  attributes: { account_alias: 'accountAlias' },
  importId: 'accountAlias',
};

/** An account has one alias: a new one takes the place of the one that is managed. */
function createAlias(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  const before = findSingleton(event, estate, accountAlias);
  const ref = catalogName(event, estate, aliasSpec);
  const isNew = before.kind === 'none' || before.kind === 'elsewhere';
  if (isNew || estate.find(ref) !== undefined) return creationEntry(event, estate, aliasSpec, ref);
  const alias = requireText(event.request, 'accountAlias');
  return [setEffect(singletonRef(event, estate, accountAlias), ['account_alias'], alias)];
}

const accountEntries: readonly CatalogEntry[] = [
  puts({
    service: iamService,
    operations: ['UpdateAccountPasswordPolicy'],
    type: passwordPolicy,
    keys: onlyPasswordPolicy,
    attributes: passwordAttributes,
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
  }),
  deletes({
    service: iamService,
    operations: ['DeleteAccountPasswordPolicy'],
    type: passwordPolicy,
    keys: onlyPasswordPolicy,
  }),
  {
    service: iamService,
    operations: ['CreateAccountAlias'],
    types: [accountAlias],
    effects: createAlias,
  },
  deletes({
    service: iamService,
    operations: ['DeleteAccountAlias'],
    type: accountAlias,
    keys: [{ id: 'accountAlias' }],
  }),
];

const oidcKeys = [{ arn: 'openIDConnectProviderArn' }];

function clientId(operation: string, change: typeof addEffect): CatalogEntry {
  return {
    service: iamService,
    operations: [operation],
    types: [oidc],
    effects: ({ request }): readonly DraftEffect[] => {
      const ref = refTo(oidc, { arn: textAt(request, 'openIDConnectProviderArn') });
      return [change(ref, ['client_id_list'], requireText(request, 'clientID'))];
    },
  };
}

const oidcEntries: readonly CatalogEntry[] = [
  creates({
    service: iamService,
    operations: ['CreateOpenIDConnectProvider'],
    type: oidc,
    keys: [{ arn: response('openIDConnectProviderArn') }],
    attributes: {
      url: 'url',
      client_id_list: set('clientIDList'),
      thumbprint_list: list('thumbprintList'),
    },
    tags: 'tags',
    importId: response('openIDConnectProviderArn'),
  }),
  updates({
    service: iamService,
    operations: ['UpdateOpenIDConnectProviderThumbprint'],
    type: oidc,
    keys: oidcKeys,
    attributes: { thumbprint_list: list('thumbprintList') },
  }),
  clientId('AddClientIDToOpenIDConnectProvider', addEffect),
  clientId('RemoveClientIDFromOpenIDConnectProvider', removeEffect),
  deletes({
    service: iamService,
    operations: ['DeleteOpenIDConnectProvider'],
    type: oidc,
    keys: oidcKeys,
  }),
  ...tagging({
    service: iamService,
    tag: ['TagOpenIDConnectProvider'],
    untag: ['UntagOpenIDConnectProvider'],
    types: [oidc],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: ({ request }) => refTo(oidc, { arn: textAt(request, 'openIDConnectProviderArn') }),
  }),
];

const samlKeys = [{ arn: 'samlProviderArn' }];

const samlEntries: readonly CatalogEntry[] = [
  creates({
    service: iamService,
    operations: ['CreateSAMLProvider'],
    type: saml,
    keys: [{ arn: response('samlProviderArn') }],
    attributes: { name: 'name', saml_metadata_document: 'samlMetadataDocument' },
    tags: 'tags',
    importId: response('samlProviderArn'),
  }),
  updates({
    service: iamService,
    operations: ['UpdateSAMLProvider'],
    type: saml,
    keys: [...samlKeys, { arn: response('samlProviderArn') }],
    attributes: { saml_metadata_document: 'samlMetadataDocument' },
  }),
  deletes({ service: iamService, operations: ['DeleteSAMLProvider'], type: saml, keys: samlKeys }),
  ...tagging({
    service: iamService,
    tag: ['TagSAMLProvider'],
    untag: ['UntagSAMLProvider'],
    types: [saml],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: ({ request }) => refTo(saml, { arn: textAt(request, 'samlProviderArn') }),
  }),
];

function certificateRef({ request }: AuditEvent): ResourceRef {
  return refTo(certificate, { name: requireText(request, 'serverCertificateName') });
}

const deviceEntries: readonly CatalogEntry[] = [
  creates({
    service: iamService,
    operations: ['CreateVirtualMFADevice'],
    type: mfa,
    keys: [{ arn: response('virtualMFADevice.serialNumber') }],
    attributes: { virtual_mfa_device_name: 'virtualMFADeviceName', path: 'path' },
    tags: 'tags',
    defaults: { path: '/' },
    importId: response('virtualMFADevice.serialNumber'),
  }),
  deletes({
    service: iamService,
    operations: ['DeleteVirtualMFADevice'],
    type: mfa,
    keys: [{ arn: 'serialNumber' }],
  }),
  updates({
    service: iamService,
    operations: ['UpdateServerCertificate'],
    type: certificate,
    keys: certificateRef,
    attributes: { name: 'newServerCertificateName', path: 'newPath' },
  }),
  deletes({
    service: iamService,
    operations: ['DeleteServerCertificate'],
    type: certificate,
    keys: certificateRef,
  }),
  updates({
    service: iamService,
    operations: ['UpdateSSHPublicKey'],
    type: sshKey,
    keys: [{ ssh_public_key_id: 'sshPublicKeyId' }],
    attributes: { status: 'status' },
  }),
  deletes({
    service: iamService,
    operations: ['DeleteSSHPublicKey'],
    type: sshKey,
    keys: [{ ssh_public_key_id: 'sshPublicKeyId' }],
  }),
];

export const iamAccountEntries: readonly CatalogEntry[] = [
  ...accountEntries,
  ...oidcEntries,
  ...samlEntries,
  ...deviceEntries,
  ignores(iamService, [
    'GenerateCredentialReport',
    'GenerateOrganizationsAccessReport',
    'GenerateServiceLastAccessedDetails',
  ]),
];
