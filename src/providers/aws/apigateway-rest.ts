import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { toBool, toNumber, toText } from '../catalog/convert.ts';
import { refTo } from '../catalog/effects.ts';
import { ignores } from '../catalog/ignores.ts';
import { requireText, textAt } from '../catalog/request.ts';
import { bool, map, response } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect } from '../catalog/types.ts';
import { withHttpStage } from './apigateway-http.ts';
import { type Patchable, patchEffects } from './apigateway-patch.ts';
import { aws } from './aws.ts';

const service = 'apigateway.amazonaws.com';
const api = 'aws_api_gateway_rest_api';
const part = 'aws_api_gateway_resource';
const stage = 'aws_api_gateway_stage';
const key = 'aws_api_gateway_api_key';

const apiPatches: Patchable = {
  '/apiKeySource': ['api_key_source', toText],
  '/description': ['description', toText],
  '/disableExecuteApiEndpoint': ['disable_execute_api_endpoint', toBool],
  '/minimumCompressionSize': ['minimum_compression_size', toText],
  '/name': ['name', toText],
};

const stagePatches: Patchable = {
  '/cacheClusterEnabled': ['cache_cluster_enabled', toBool],
  '/cacheClusterSize': ['cache_cluster_size', toText],
  '/clientCertificateId': ['client_certificate_id', toText],
  '/deploymentId': ['deployment_id', toText],
  '/description': ['description', toText],
  '/documentationVersion': ['documentation_version', toText],
  '/tracingEnabled': ['xray_tracing_enabled', toBool],
};

const keyPatches: Patchable = {
  '/description': ['description', toText],
  '/enabled': ['enabled', toBool],
  '/name': ['name', toText],
};

const apiRef = ({ request }: AuditEvent): ResourceRef =>
  refTo(api, { id: requireText(request, 'restApiId') });
const parent = { type: api, keys: apiRef };

function patches(
  table: Patchable,
  ref: (event: AuditEvent) => ResourceRef,
): { readonly special: (event: AuditEvent) => readonly DraftEffect[] } {
  return { special: (event) => patchEffects(event, ref(event), table) };
}

const stageRef = ({ request }: AuditEvent): ResourceRef =>
  refTo(stage, {
    rest_api_id: requireText(request, 'restApiId'),
    stage_name: requireText(request, 'stageName'),
  });

/** Operations of the same names create stages of REST and of HTTP APIs. */
const stageEntries: readonly CatalogEntry[] = aws({
  service,
  type: stage,
  identity: [{ rest_api_id: 'restApiId', stage_name: 'stageName' }],
  fields: {
    rest_api_id: 'restApiId',
    stage_name: 'stageName',
    deployment_id: 'deploymentId',
    description: 'description',
    cache_cluster_enabled: bool('cacheClusterEnabled'),
    xray_tracing_enabled: bool('tracingEnabled'),
    variables: map('variables'),
  },
  tags: 'tags',
  importId: ({ request }) =>
    `${requireText(request, 'restApiId')}/${requireText(request, 'stageName')}`,
  parent,
  calls: {
    CreateStage: 'create',
    UpdateStage: patches(stagePatches, stageRef),
    DeleteStage: 'delete',
  },
}).map(withHttpStage);

const planPatches: Patchable = {
  '/description': ['description', toText],
  '/name': ['name', toText],
  '/quota/limit': ['quota_settings.0.limit', toNumber],
  '/quota/period': ['quota_settings.0.period', toText],
  '/throttle/burstLimit': ['throttle_settings.0.burst_limit', toNumber],
  '/throttle/rateLimit': ['throttle_settings.0.rate_limit', toNumber],
};

export const apigatewayRestEntries: readonly CatalogEntry[] = [
  ...aws({
    service,
    type: api,
    identity: apiRef,
    created: [{ id: response('id') }],
    fields: {
      name: 'name',
      api_key_source: 'apiKeySource',
      description: 'description',
      disable_execute_api_endpoint: bool('disableExecuteApiEndpoint'),
    },
    tags: 'tags',
    defaults: { api_key_source: 'HEADER', disable_execute_api_endpoint: false },
    importId: response('id'),
    calls: {
      CreateRestApi: 'create',
      DeleteRestApi: 'delete',
      UpdateRestApi: patches(apiPatches, apiRef),
    },
  }),
  ...aws({
    service,
    type: part,
    identity: [{ id: 'resourceId' }],
    created: [{ id: response('id') }],
    fields: { rest_api_id: 'restApiId', parent_id: 'parentId', path_part: 'pathPart' },
    importId: (event) =>
      `${requireText(event.request, 'restApiId')}/${requireText(event.response, 'id')}`,
    parent,
    calls: {
      CreateResource: 'create',
      DeleteResource: 'delete',
      UpdateResource: patches({ '/pathPart': ['path_part', toText] }, ({ request }) =>
        refTo(part, { id: requireText(request, 'resourceId') }),
      ),
    },
  }),
  ...stageEntries,
  ...aws({
    service,
    type: key,
    identity: [{ id: 'apiKey' }],
    created: [{ id: response('id') }],
    fields: { name: 'name', description: 'description', enabled: bool('enabled') },
    tags: 'tags',
    importId: response('id'),
    calls: {
      CreateApiKey: 'create',
      DeleteApiKey: 'delete',
      UpdateApiKey: patches(keyPatches, ({ request }) =>
        refTo(key, { id: requireText(request, 'apiKey') }),
      ),
    },
  }),
  ...aws({
    service,
    type: 'aws_api_gateway_usage_plan',
    identity: [{ id: 'usagePlanId' }],
    fields: {},
    calls: {
      UpdateUsagePlan: patches(planPatches, ({ request }) =>
        refTo('aws_api_gateway_usage_plan', { id: requireText(request, 'usagePlanId') }),
      ),
    },
  }),
  ...aws({
    service,
    type: api,
    also: [stage, 'aws_apigatewayv2_api', 'aws_apigatewayv2_stage'],
    identity: ({ request }) => tagged(textAt(request, 'resourceArn') ?? ''),
    fields: {},
    calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
  }),
  ignores(service, ['FlushStageAuthorizersCache', 'FlushStageCache', 'TestInvokeMethod']),
];

/** Handles `.../restapis/ID` and `.../restapis/ID/stages/NAME`, with `/apis/` for HTTP APIs. */
function tagged(arn: string): ResourceRef | undefined {
  const [, kind, id, name] = /\/(restapis|apis)\/([^/]+)(?:\/stages\/([^/]+))?$/.exec(arn) ?? [];
  if (kind === undefined) return undefined;
  const rest = kind === 'restapis';
  if (name === undefined) return refTo(rest ? api : 'aws_apigatewayv2_api', { id });
  return rest
    ? refTo(stage, { rest_api_id: id, stage_name: name })
    : refTo('aws_apigatewayv2_stage', { api_id: id, name });
}
