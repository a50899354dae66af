import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { bool, creates, deletes, map, number, response, set, updates } from '../catalog/define.ts';
import { refTo } from '../catalog/effects.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { CatalogEntry } from '../catalog/types.ts';

const service = 'apigateway.amazonaws.com';
const api = 'aws_apigatewayv2_api';
const stage = 'aws_apigatewayv2_stage';
const route = 'aws_apigatewayv2_route';
const integration = 'aws_apigatewayv2_integration';

const apiRef = ({ request }: AuditEvent): ResourceRef =>
  refTo(api, { id: requireText(request, 'apiId') });
const parent = { type: api, keys: apiRef };

const apiAttributes = {
  name: 'name',
  api_key_selection_expression: 'apiKeySelectionExpression',
  'cors_configuration.0.allow_credentials': bool('corsConfiguration.allowCredentials'),
  'cors_configuration.0.allow_headers': set('corsConfiguration.allowHeaders'),
  'cors_configuration.0.allow_methods': set('corsConfiguration.allowMethods'),
  'cors_configuration.0.allow_origins': set('corsConfiguration.allowOrigins'),
  'cors_configuration.0.expose_headers': set('corsConfiguration.exposeHeaders'),
  'cors_configuration.0.max_age': number('corsConfiguration.maxAge'),
  description: 'description',
  disable_execute_api_endpoint: bool('disableExecuteApiEndpoint'),
  route_selection_expression: 'routeSelectionExpression',
  version: 'version',
};

const stageAttributes = {
  'access_log_settings.0.destination_arn': 'accessLogSettings.destinationArn',
  'access_log_settings.0.format': 'accessLogSettings.format',
  auto_deploy: bool('autoDeploy'),
  deployment_id: 'deploymentId',
  'default_route_settings.0.detailed_metrics_enabled': bool(
    'defaultRouteSettings.detailedMetricsEnabled',
  ),
  'default_route_settings.0.throttling_burst_limit': number(
    'defaultRouteSettings.throttlingBurstLimit',
  ),
  'default_route_settings.0.throttling_rate_limit': number(
    'defaultRouteSettings.throttlingRateLimit',
  ),
  description: 'description',
  stage_variables: map('stageVariables'),
};

const routeAttributes = {
  api_key_required: bool('apiKeyRequired'),
  authorization_scopes: set('authorizationScopes'),
  authorization_type: 'authorizationType',
  authorizer_id: 'authorizerId',
  operation_name: 'operationName',
  route_key: 'routeKey',
  target: 'target',
};

const integrationAttributes = {
  connection_id: 'connectionId',
  connection_type: 'connectionType',
  description: 'description',
  integration_method: 'integrationMethod',
  integration_uri: 'integrationUri',
  payload_format_version: 'payloadFormatVersion',
  request_parameters: map('requestParameters'),
  timeout_milliseconds: number('timeoutInMillis'),
};

const stageKeys = [{ api_id: 'apiId', name: 'stageName' }] as const;

const stageOperations: Readonly<Record<string, CatalogEntry>> = {
  CreateStage: creates({
    service,
    operations: ['CreateStage'],
    type: stage,
    keys: stageKeys,
    attributes: { api_id: 'apiId', name: 'stageName', ...stageAttributes },
    tags: 'tags',
    importId: ({ request }) =>
      `${requireText(request, 'apiId')}/${requireText(request, 'stageName')}`,
    parent,
  }),
  UpdateStage: updates({
    service,
    operations: ['UpdateStage'],
    type: stage,
    keys: stageKeys,
    attributes: stageAttributes,
  }),
  DeleteStage: deletes({ service, operations: ['DeleteStage'], type: stage, keys: stageKeys }),
};

/** The entry of an operation that REST and HTTP APIs share; the API's id tells them apart. */
export function httpStageEntry(operation: string, rest: CatalogEntry): CatalogEntry {
  const http = stageOperations[operation];
  if (http === undefined) return rest;
  return {
    ...rest,
    types: [...rest.types, ...http.types],
    effects: (event, estate) =>
      (textAt(event.request, 'apiId') === undefined ? rest : http).effects(event, estate),
  };
}

export const apigatewayHttpEntries: readonly CatalogEntry[] = [
  creates({
    service,
    operations: ['CreateApi'],
    type: api,
    keys: [{ id: response('apiId') }],
    attributes: { protocol_type: 'protocolType', ...apiAttributes },
    tags: 'tags',
    defaults: {
      api_key_selection_expression: '$request.header.x-api-key',
      disable_execute_api_endpoint: false,
      route_selection_expression: '$request.method $request.path',
    },
    importId: response('apiId'),
  }),
  updates({
    service,
    operations: ['UpdateApi'],
    type: api,
    keys: apiRef,
    attributes: apiAttributes,
  }),
  deletes({ service, operations: ['DeleteApi'], type: api, keys: apiRef }),
  creates({
    service,
    operations: ['CreateRoute'],
    type: route,
    keys: [{ id: response('routeId') }],
    attributes: { api_id: 'apiId', ...routeAttributes },
    defaults: { api_key_required: false, authorization_type: 'NONE' },
    importId: (event) =>
      `${requireText(event.request, 'apiId')}/${requireText(event.response, 'routeId')}`,
    parent,
  }),
  updates({
    service,
    operations: ['UpdateRoute'],
    type: route,
    keys: [{ id: 'routeId' }],
    attributes: routeAttributes,
  }),
  deletes({ service, operations: ['DeleteRoute'], type: route, keys: [{ id: 'routeId' }] }),
  creates({
    service,
    operations: ['CreateIntegration'],
    type: integration,
    keys: [{ id: response('integrationId') }],
    attributes: {
      api_id: 'apiId',
      integration_type: 'integrationType',
      ...integrationAttributes,
    },
    importId: (event) =>
      `${requireText(event.request, 'apiId')}/${requireText(event.response, 'integrationId')}`,
    parent,
  }),
  updates({
    service,
    operations: ['UpdateIntegration'],
    type: integration,
    keys: [{ id: 'integrationId' }],
    attributes: integrationAttributes,
  }),
  deletes({
    service,
    operations: ['DeleteIntegration'],
    type: integration,
    keys: [{ id: 'integrationId' }],
  }),
];
