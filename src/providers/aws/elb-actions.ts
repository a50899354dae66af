import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject, own } from '../../model/json.ts';
import { elementAttributes } from '../catalog/blocks.ts';
import { items, itemsAt, member, RequestError } from '../catalog/request.ts';
import type { CatalogAttributes } from '../catalog/sources.ts';
import { bool, built, map, number, set } from '../catalog/sources.ts';

/** `forward` with weights is a separate block next to the plain target group. */
const action: CatalogAttributes = {
  order: number('order'),
  target_group_arn: 'targetGroupArn',
  type: 'type',
  'authenticate_cognito.0.authentication_request_extra_params': map(
    'authenticateCognitoConfig.authenticationRequestExtraParams',
  ),
  'authenticate_cognito.0.on_unauthenticated_request':
    'authenticateCognitoConfig.onUnauthenticatedRequest',
  'authenticate_cognito.0.scope': 'authenticateCognitoConfig.scope',
  'authenticate_cognito.0.session_cookie_name': 'authenticateCognitoConfig.sessionCookieName',
  'authenticate_cognito.0.session_timeout': number('authenticateCognitoConfig.sessionTimeout'),
  'authenticate_cognito.0.user_pool_arn': 'authenticateCognitoConfig.userPoolArn',
  'authenticate_cognito.0.user_pool_client_id': 'authenticateCognitoConfig.userPoolClientId',
  'authenticate_cognito.0.user_pool_domain': 'authenticateCognitoConfig.userPoolDomain',
  'authenticate_oidc.0.authorization_endpoint': 'authenticateOidcConfig.authorizationEndpoint',
  'authenticate_oidc.0.client_id': 'authenticateOidcConfig.clientId',
  'authenticate_oidc.0.issuer': 'authenticateOidcConfig.issuer',
  'authenticate_oidc.0.on_unauthenticated_request':
    'authenticateOidcConfig.onUnauthenticatedRequest',
  'authenticate_oidc.0.scope': 'authenticateOidcConfig.scope',
  'authenticate_oidc.0.session_timeout': number('authenticateOidcConfig.sessionTimeout'),
  'authenticate_oidc.0.token_endpoint': 'authenticateOidcConfig.tokenEndpoint',
  'authenticate_oidc.0.user_info_endpoint': 'authenticateOidcConfig.userInfoEndpoint',
  'fixed_response.0.content_type': 'fixedResponseConfig.contentType',
  'fixed_response.0.message_body': 'fixedResponseConfig.messageBody',
  'fixed_response.0.status_code': 'fixedResponseConfig.statusCode',
  'redirect.0.host': 'redirectConfig.host',
  'redirect.0.path': 'redirectConfig.path',
  'redirect.0.port': 'redirectConfig.port',
  'redirect.0.protocol': 'redirectConfig.protocol',
  'redirect.0.query': 'redirectConfig.query',
  'redirect.0.status_code': 'redirectConfig.statusCode',
};

/** An action of a request as the provider writes it. */
export function actionAttributes(event: AuditEvent, element: JsonObject): JsonObject {
  return elementAttributes(event, element, {
    ...action,
    forward: built(() => forward(event, element)),
  });
}

/** A single target without stickiness is written only as `target_group_arn`. */
function forward(event: AuditEvent, element: JsonObject): Json | undefined {
  const config = member(element, 'forwardConfig');
  const groups = itemsAt(config, 'targetGroups').filter(isJsonObject);
  const plain = member(element, 'targetGroupArn') !== undefined && groups.length < 2;
  if (config === undefined || groups.length === 0 || plain) return undefined;
  const target_group = groups.map((group) =>
    elementAttributes(event, group, { arn: 'targetGroupArn', weight: number('weight') }),
  );
  const sticky = member(config, 'targetGroupStickinessConfig');
  if (!isJsonObject(sticky)) return [{ target_group }];
  const stickiness = elementAttributes(event, sticky, {
    duration: number('durationSeconds'),
    enabled: bool('enabled'),
  });
  return [{ stickiness: [stickiness], target_group }];
}

const values: Readonly<Record<string, string>> = {
  'host-header': 'host_header',
  'http-request-method': 'http_request_method',
  'path-pattern': 'path_pattern',
  'source-ip': 'source_ip',
};

/** A condition of a rule. Older clients put the values next to the field. */
export function conditionAttributes(event: AuditEvent, element: JsonObject): JsonObject {
  const field = member(element, 'field');
  if (field === 'http-header') {
    return elementAttributes(event, element, {
      'http_header.0.http_header_name': 'httpHeaderConfig.httpHeaderName',
      'http_header.0.values': set('httpHeaderConfig.values'),
    });
  }
  if (field === 'query-string') {
    const pairs = itemsAt(member(element, 'queryStringConfig'), 'values').filter(isJsonObject);
    return {
      query_string: pairs.map((pair) =>
        elementAttributes(event, pair, { key: 'key', value: 'value' }),
      ),
    };
  }
  const name = typeof field === 'string' ? own(values, field) : undefined;
  if (name === undefined) throw new RequestError('a condition is of a kind that is not known.');
  const config = configNames.map((one) => member(element, one)).find(isJsonObject);
  const list = member(config, 'values') ?? member(element, 'values') ?? [];
  return elementAttributes(event, { values: items(list) }, { [`${name}.0.values`]: set('values') });
}

const configNames = [
  'hostHeaderConfig',
  'httpRequestMethodConfig',
  'pathPatternConfig',
  'sourceIpConfig',
];
