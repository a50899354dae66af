import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from '../catalog/effects.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { bool, map, number, response, set } from '../catalog/sources.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import { aws } from './aws.ts';

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

const stageEntries = aws(service, [
  {
    type: stage,
    identity: [{ api_id: 'apiId', name: 'stageName' }],
    fixed: { api_id: 'apiId', name: 'stageName' },
    fields: stageAttributes,
    tags: 'tags',
    importId: ({ request }) =>
      `${requireText(request, 'apiId')}/${requireText(request, 'stageName')}`,
    parent,
    calls: { CreateStage: 'create', UpdateStage: 'patch', DeleteStage: 'delete' },
  },
]);

/**
 * The entry of an operation that REST and HTTP APIs share. A request with `apiId` concerns an HTTP
 * API.
 */
export function withHttpStage(rest: CatalogEntry): CatalogEntry {
  const [operation = ''] = rest.operations;
  const http = stageEntries.find(({ operations }) => operations.includes(operation));
  if (http === undefined) return rest;
  return {
    ...rest,
    types: [...rest.types, ...http.types],
    effects: (event, estate) =>
      (textAt(event.request, 'apiId') === undefined ? rest : http).effects(event, estate),
  };
}

export const apigatewayHttpEntries = aws(service, [
  {
    type: api,
    identity: apiRef,
    created: [{ id: response('apiId') }],
    fixed: { protocol_type: 'protocolType' },
    fields: apiAttributes,
    tags: 'tags',
    defaults: {
      api_key_selection_expression: '$request.header.x-api-key',
      disable_execute_api_endpoint: false,
      route_selection_expression: '$request.method $request.path',
    },
    importId: response('apiId'),
    calls: {
      CreateApi: 'create',
      UpdateApi: 'patch',
      DeleteApi: 'delete',
    },
  },
  {
    type: route,
    identity: [{ id: 'routeId' }],
    created: [{ id: response('routeId') }],
    fixed: { api_id: 'apiId' },
    fields: routeAttributes,
    defaults: { api_key_required: false, authorization_type: 'NONE' },
    importId: (event) =>
      `${requireText(event.request, 'apiId')}/${requireText(event.response, 'routeId')}`,
    parent,
    calls: {
      CreateRoute: 'create',
      UpdateRoute: 'patch',
      DeleteRoute: 'delete',
    },
  },
  {
    type: integration,
    identity: [{ id: 'integrationId' }],
    created: [{ id: response('integrationId') }],
    fixed: { api_id: 'apiId', integration_type: 'integrationType' },
    fields: integrationAttributes,
    importId: (event) =>
      `${requireText(event.request, 'apiId')}/${requireText(event.response, 'integrationId')}`,
    parent,
    calls: {
      CreateIntegration: 'create',
      UpdateIntegration: 'patch',
      DeleteIntegration: 'delete',
    },
  },
]);
