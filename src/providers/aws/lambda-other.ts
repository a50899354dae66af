import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { arnIn, splitArn } from '../catalog/arn.ts';
import { toNumber } from '../catalog/convert.ts';
import { refTo } from '../catalog/effects.ts';
import { requireText } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, number, set, textField, via } from '../catalog/sources.ts';
import { aws } from './aws.ts';
import {
  functionName,
  functionParent,
  importing,
  lambdaService,
  ofFunction,
} from './lambda-names.ts';

const permission = 'aws_lambda_permission';
const alias = 'aws_lambda_alias';
const url = 'aws_lambda_function_url';
const invokeConfig = 'aws_lambda_function_event_invoke_config';
const provisioned = 'aws_lambda_provisioned_concurrency_config';
const layer = 'aws_lambda_layer_version';

const parent = functionParent;
const name = textField(functionName);

const permissionKeys = ofFunction(permission, { statement_id: 'statementId' });

const aliasKeys = ofFunction(alias, { name: 'name' });

const aliasAttributes: CatalogAttributes = {
  description: 'description',
  function_version: 'functionVersion',
  'routing_config.0.additional_version_weights': via(
    'routingConfig.additionalVersionWeights',
    toWeights,
  ),
};

function toWeights(value: Json): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([version, weight]) => [version, toNumber(weight) ?? null]),
  );
}

const urlAttributes: CatalogAttributes = {
  authorization_type: 'authType',
  invoke_mode: 'invokeMode',
  'cors.0.allow_credentials': bool('cors.allowCredentials'),
  'cors.0.allow_headers': set('cors.allowHeaders'),
  'cors.0.allow_methods': set('cors.allowMethods'),
  'cors.0.allow_origins': set('cors.allowOrigins'),
  'cors.0.expose_headers': set('cors.exposeHeaders'),
  'cors.0.max_age': number('cors.maxAge'),
};

const invokeAttributes: CatalogAttributes = {
  maximum_event_age_in_seconds: number('maximumEventAgeInSeconds'),
  maximum_retry_attempts: number('maximumRetryAttempts'),
  'destination_config.0.on_failure.0.destination': 'destinationConfig.onFailure.destination',
  'destination_config.0.on_success.0.destination': 'destinationConfig.onSuccess.destination',
};

export const lambdaOtherEntries = aws(lambdaService, [
  {
    type: permission,
    identity: permissionKeys,
    fields: {
      statement_id: 'statementId',
      action: 'action',
      function_name: name,
      principal: 'principal',
      principal_org_id: 'principalOrgId',
      qualifier: 'qualifier',
      source_account: 'sourceAccount',
      source_arn: 'sourceArn',
      event_source_token: 'eventSourceToken',
      function_url_auth_type: 'functionUrlAuthType',
    },
    importId: importing('/', 'statementId'),
    parent,
    calls: {
      AddPermission: 'create',
      RemovePermission: 'delete',
    },
  },
  {
    type: alias,
    identity: aliasKeys,
    fixed: { name: 'name', function_name: name },
    fields: aliasAttributes,
    importId: importing('/', 'name'),
    parent,
    calls: {
      CreateAlias: 'create',
      UpdateAlias: 'patch',
      DeleteAlias: 'delete',
    },
  },
  {
    type: url,
    identity: ofFunction(url),
    fixed: { function_name: name, qualifier: 'qualifier' },
    fields: urlAttributes,
    defaults: { invoke_mode: 'BUFFERED' },
    importId: importing(),
    parent,
    calls: {
      CreateFunctionUrlConfig: 'create',
      UpdateFunctionUrlConfig: 'patch',
      DeleteFunctionUrlConfig: 'delete',
    },
  },
  {
    type: invokeConfig,
    identity: ofFunction(invokeConfig),
    fixed: { function_name: name, qualifier: 'qualifier' },
    fields: invokeAttributes,
    defaults: { maximum_retry_attempts: 2 },
    importId: importing(),
    parent,
    resets: {
      maximum_event_age_in_seconds: null,
      maximum_retry_attempts: 2,
      destination_config: [],
    },
    calls: {
      PutFunctionEventInvokeConfig: 'put',
      UpdateFunctionEventInvokeConfig: 'patch',
      DeleteFunctionEventInvokeConfig: 'delete',
    },
  },
  {
    type: provisioned,
    identity: ofFunction(provisioned),
    fields: {
      function_name: name,
      qualifier: 'qualifier',
      provisioned_concurrent_executions: number('provisionedConcurrentExecutions'),
    },
    importId: importing(),
    parent,
    calls: {
      PutProvisionedConcurrencyConfig: 'put',
      DeleteProvisionedConcurrencyConfig: 'delete',
    },
  },
  {
    type: layer,
    identity: (event) => {
      const given = requireText(event.request, 'layerName');
      const base = splitArn(given) === undefined ? arnIn(event, 'lambda', `layer:${given}`) : given;
      const arn = `${base}:${requireText(event.request, 'versionNumber')}`;
      return refTo(layer, { arn });
    },
    calls: { DeleteLayerVersion: 'delete' },
  },
  // A new layer version leaves the old ones unchanged, and those are what Terraform manages.
  { ignores: ['PublishLayerVersion'] },
]);
