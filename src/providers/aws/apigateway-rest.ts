import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { own } from '../../model/json.ts';
import { dottedPath } from '../../model/path.ts';
import { type Converter, toBool, toNumber, toText } from '../catalog/convert.ts';
import { refTo, setEffect, setLogged, unknownChange } from '../catalog/effects.ts';
import { member, objectsAt, requireText, scalar, textAt } from '../catalog/request.ts';
import { bool, map, response } from '../catalog/sources.ts';
import type { CatalogEntry, DraftEffect } from '../catalog/types.ts';
import { withHttpStage } from './apigateway-http.ts';
import { aws } from './aws.ts';

/** Path of a patch operation -> dotted path in the state, and its converter. */
type Patchable = Readonly<Record<string, readonly [string, Converter]>>;

/**
 * The effects of the patch operations in a call to API Gateway. An operation on an unknown path may
 * have changed anything.
 * Source: https://docs.aws.amazon.com/apigateway/latest/api/patch-operations.html
 */
function patchEffects(
  { request }: AuditEvent,
  resource: ResourceRef,
  table: Patchable,
): readonly DraftEffect[] {
  return objectsAt(request, 'patchOperations').map((operation) => {
    const path = requireText(operation, 'path');
    const variable = /^\/variables\/(.+)$/.exec(path)?.[1];
    const known = own(table, path);
    const [attribute, as]: readonly [readonly (string | number)[], Converter] | [] =
      known === undefined ? [] : [dottedPath(known[0]) as readonly (string | number)[], known[1]];
    const at = variable === undefined ? attribute : ['variables', unescaped(variable)];
    if (at === undefined) return unknownChange(resource);
    const value = member(operation, 'value');
    if (requireText(operation, 'op') === 'remove' || value === undefined) {
      return setEffect(resource, at, null);
    }
    return setLogged(resource, at, value, as ?? ((raw) => String(scalar(raw) ?? '')));
  });
}

/** A JSON Pointer writes a slash as `~1` and a tilde as `~0`. */
function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

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
const stageEntries = aws(service, [
  {
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
  },
]).map(withHttpStage);

const planPatches: Patchable = {
  '/description': ['description', toText],
  '/name': ['name', toText],
  '/quota/limit': ['quota_settings.0.limit', toNumber],
  '/quota/period': ['quota_settings.0.period', toText],
  '/throttle/burstLimit': ['throttle_settings.0.burst_limit', toNumber],
  '/throttle/rateLimit': ['throttle_settings.0.rate_limit', toNumber],
};

export const apigatewayRestEntries: readonly CatalogEntry[] = [
  ...aws(service, [
    {
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
    },
    {
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
    },
  ]),
  ...stageEntries,
  ...aws(service, [
    {
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
    },
    {
      type: 'aws_api_gateway_usage_plan',
      identity: [{ id: 'usagePlanId' }],
      calls: {
        UpdateUsagePlan: patches(planPatches, ({ request }) =>
          refTo('aws_api_gateway_usage_plan', { id: requireText(request, 'usagePlanId') }),
        ),
      },
    },
    {
      type: api,
      also: [stage, 'aws_apigatewayv2_api', 'aws_apigatewayv2_stage'],
      identity: ({ request }) => tagged(textAt(request, 'resourceArn') ?? ''),
      calls: { TagResource: { tag: 'tags' }, UntagResource: { untag: 'tagKeys' } },
    },
    { ignores: ['FlushStageAuthorizersCache', 'FlushStageCache', 'TestInvokeMethod'] },
  ]),
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
