import {
  bool,
  creates,
  deletes,
  map,
  number,
  response,
  set,
  tagging,
  updates,
} from '../catalog/define.ts';
import { refTo } from '../catalog/effects.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogEntry } from '../catalog/types.ts';

const service = 'cognito-idp.amazonaws.com';
const pool = 'aws_cognito_user_pool';
const client = 'aws_cognito_user_pool_client';
const parent = { type: pool, keys: [{ id: 'userPoolId' }] };

const password = 'policies.passwordPolicy';
const poolAttributes = {
  auto_verified_attributes: set('autoVerifiedAttributes'),
  deletion_protection: 'deletionProtection',
  mfa_configuration: 'mfaConfiguration',
  'password_policy.0.minimum_length': number(`${password}.minimumLength`),
  'password_policy.0.require_lowercase': bool(`${password}.requireLowercase`),
  'password_policy.0.require_numbers': bool(`${password}.requireNumbers`),
  'password_policy.0.require_symbols': bool(`${password}.requireSymbols`),
  'password_policy.0.require_uppercase': bool(`${password}.requireUppercase`),
  'password_policy.0.temporary_password_validity_days': number(
    `${password}.temporaryPasswordValidityDays`,
  ),
};

const clientAttributes = {
  name: 'clientName',
  user_pool_id: 'userPoolId',
  access_token_validity: number('accessTokenValidity'),
  allowed_oauth_flows: set('allowedOAuthFlows'),
  allowed_oauth_flows_user_pool_client: bool('allowedOAuthFlowsUserPoolClient'),
  allowed_oauth_scopes: set('allowedOAuthScopes'),
  callback_urls: set('callbackURLs'),
  enable_token_revocation: bool('enableTokenRevocation'),
  explicit_auth_flows: set('explicitAuthFlows'),
  id_token_validity: number('idTokenValidity'),
  logout_urls: set('logoutURLs'),
  prevent_user_existence_errors: 'preventUserExistenceErrors',
  refresh_token_validity: number('refreshTokenValidity'),
  supported_identity_providers: set('supportedIdentityProviders'),
};

export const cognitoEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateUserPool'],
    type: pool,
    keys: [{ id: response('userPool.id') }],
    attributes: { name: 'poolName', ...poolAttributes, tags: map('userPoolTags') },
    defaults: { deletion_protection: 'INACTIVE', mfa_configuration: 'OFF' },
    importId: response('userPool.id'),
  }),
  updates({
    service,
    operations: ['UpdateUserPool'],
    type: pool,
    keys: [{ id: 'userPoolId' }],
    attributes: { ...poolAttributes, tags: map('userPoolTags') },
  }),
  updates({
    service,
    operations: ['SetUserPoolMfaConfig'],
    type: pool,
    keys: [{ id: 'userPoolId' }],
    attributes: { mfa_configuration: 'mfaConfiguration' },
  }),
  deletes({ service, operations: ['DeleteUserPool'], type: pool, keys: [{ id: 'userPoolId' }] }),
  creates({
    service,
    operations: ['CreateUserPoolClient'],
    type: client,
    keys: [{ id: response('userPoolClient.clientId') }],
    attributes: { ...clientAttributes, generate_secret: bool('generateSecret') },
    defaults: { generate_secret: false },
    importId: ({ request, response }) =>
      `${requireText(request, 'userPoolId')}/${requireText(response, 'userPoolClient.clientId')}`,
    parent,
  }),
  updates({
    service,
    operations: ['UpdateUserPoolClient'],
    type: client,
    keys: [{ id: 'clientId' }],
    attributes: clientAttributes,
  }),
  deletes({
    service,
    operations: ['DeleteUserPoolClient'],
    type: client,
    keys: [{ id: 'clientId' }],
  }),
  ...tagging({
    service,
    tag: ['TagResource'],
    untag: ['UntagResource'],
    types: [pool],
    tags: 'tags',
    tagKeys: 'tagKeys',
    resource: ({ request }) => refTo(pool, { arn: requireText(request, 'resourceArn') }),
  }),
];
