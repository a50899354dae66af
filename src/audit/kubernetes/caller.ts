import type { Caller } from '../../model/event.ts';
import { isJsonArray, type JsonObject } from '../../model/json.ts';
import { defined, objectAt, textAt } from '../core/fields.ts';

/**
 * Who called. The principal is who proved their identity to the API server; whom they impersonate
 * is their choice, and so it is the session: nobody passes for a controller by `kubectl --as`.
 */
export function callerOf(record: JsonObject): Caller {
  const user = objectAt(record, 'user');
  const username = textAt(user, 'username') ?? 'unknown';
  const extra = objectAt(user, 'extra');
  const [, namespace, account] = serviceAccount.exec(username) ?? [];
  const [, , awsAccount, role] = assumedRole.exec(username) ?? [];
  return defined({
    type: typeOf(username),
    principal: username.replace(assumedRole, 'arn:$1:iam::$2:role/$3'),
    account: awsAccount,
    userName: account === undefined ? role : `${namespace}/${account}`,
    sessionName:
      textAt(objectAt(record, 'impersonatedUser'), 'username') ??
      firstOf(extra, 'sessionName') ??
      sessionIn(username),
    accessKeyId: firstOf(extra, 'accessKeyId'),
    userAgent: textAt(record, 'userAgent') ?? '',
    sourceIp: firstOf(record, 'sourceIPs') ?? '',
    fromConsole: false,
  });
}

const serviceAccount = /^system:serviceaccount:([^:]+):([^:]+)$/;
const assumedRole = /^arn:([^:]*):sts::([^:]*):assumed-role\/(.+)\/[^/]*$/;

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
  const values = Object.hasOwn(object, name) ? object[name] : undefined;
  const [first] = isJsonArray(values) ? values : [];
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : undefined;
}
