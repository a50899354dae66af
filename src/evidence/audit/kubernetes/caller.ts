import type { Caller } from '../../../model/event.ts';
import { isJsonArray, type JsonObject, own } from '../../../model/json.ts';
import { defined, fieldTextAt, nameAt, objectAt } from '../core/fields.ts';

/**
 * Who called. The principal is the identity that was proved to the API server. An impersonated
 * identity is the caller's choice, so it is the session: nobody passes for a controller by `kubectl
 * --as`.
 */
export function kubernetesCallerOf(record: JsonObject, manager?: string): Caller {
  const user = objectAt(record, 'user');
  const username = nameAt(user, 'username') ?? 'unknown';
  const extra = objectAt(user, 'extra');
  // EKS maps names, parts of which may come from the session; the ARN comes from AWS itself.
  const arn = typeOf(username) === 'User' ? arnIn(extra) : undefined;
  const identity = arn ?? username;
  const [, , awsAccount, role] = assumedRole.exec(identity) ?? iamIdentity.exec(identity) ?? [];
  const groups = textsOf(user, 'groups');
  return defined({
    type: typeOf(username),
    principal: identity.replace(assumedRole, 'arn:$1:iam::$2:role/$3'),
    account: awsAccount,
    userName: userNameOf(username, identity) ?? role,
    sessionName:
      nameAt(objectAt(record, 'impersonatedUser'), 'username') ??
      firstOf(extra, 'sessionName') ??
      sessionIn(username) ??
      sessionIn(firstOf(extra, 'arn') ?? ''),
    accessKeyId: firstOf(extra, 'accessKeyId'),
    userAgent: fieldTextAt(record, 'userAgent') ?? '',
    sourceIp: firstOf(record, 'sourceIPs') ?? '',
    groups: groups.length === 0 ? undefined : groups,
    manager,
    fromConsole: false,
  });
}

const serviceAccount = /^system:serviceaccount:([^:]+):([^:]+)$/;
const assumedRole = /^arn:([^:]*):sts::([^:]*):assumed-role\/(.+)\/[^/]*$/;

function arnIn(extra: JsonObject): string | undefined {
  return firstOf(extra, 'canonicalArn') ?? firstOf(extra, 'arn');
}

const iamIdentity = /^arn:([^:]*):iam::([^:]*):(?:user|role)\/(?:.*\/)?([^/]+)$/;

/** `namespace/account`, or the authenticator's name for an identity that has an ARN. */
function userNameOf(username: string, identity: string): string | undefined {
  const [, namespace, account] = serviceAccount.exec(username) ?? [];
  if (account !== undefined) return `${namespace}/${account}`;
  return identity === username ? undefined : username;
}

function typeOf(username: string): string {
  if (serviceAccount.test(username)) return 'ServiceAccount';
  if (username === 'system:anonymous') return 'Anonymous';
  if (username.startsWith('system:node:')) return 'Node';
  return username.startsWith('system:') ? 'System' : 'User';
}

function sessionIn(username: string): string | undefined {
  return assumedRole.test(username) ? username.slice(username.lastIndexOf('/') + 1) : undefined;
}

function firstOf(object: JsonObject, name: string): string | undefined {
  return textsOf(object, name)[0];
}

function textsOf(object: JsonObject, name: string): readonly string[] {
  const values = own(object, name);
  if (!isJsonArray(values)) return [];
  return values.flatMap((value) => {
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
}
