import { requireText } from '../catalog/request.ts';
import { bool, map, number, response, set } from '../catalog/sources.ts';
import { aws } from './aws.ts';

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

export const cognitoEntries = aws('cognito-idp.amazonaws.com', [
  {
    type: pool,
    identity: [{ id: 'userPoolId' }],
    created: [{ id: response('userPool.id') }],
    fields: { name: 'poolName', ...poolAttributes, tags: map('userPoolTags') },
    defaults: { deletion_protection: 'INACTIVE', mfa_configuration: 'OFF' },
    importId: response('userPool.id'),
    calls: {
      CreateUserPool: 'create',
      UpdateUserPool: { set: { ...poolAttributes, tags: map('userPoolTags') } },
      SetUserPoolMfaConfig: { set: { mfa_configuration: 'mfaConfiguration' } },
      DeleteUserPool: 'delete',
      TagResource: { tag: 'tags', by: [{ arn: 'resourceArn' }] },
      UntagResource: { untag: 'tagKeys', by: [{ arn: 'resourceArn' }] },
    },
  },
  {
    type: client,
    identity: [{ id: 'clientId' }],
    created: [{ id: response('userPoolClient.clientId') }],
    fixed: { generate_secret: bool('generateSecret') },
    fields: clientAttributes,
    defaults: { generate_secret: false },
    importId: ({ request, response }) =>
      `${requireText(request, 'userPoolId')}/${requireText(response, 'userPoolClient.clientId')}`,
    parent,
    calls: {
      CreateUserPoolClient: 'create',
      UpdateUserPoolClient: 'patch',
      DeleteUserPoolClient: 'delete',
    },
  },
]);
