import type { Caller } from '../../../model/event.ts';
import type { JsonObject } from '../../../model/json.ts';
import { defined, flagAt, nameAt, objectAt, textAt } from '../core/fields.ts';

/** Who called, from `userIdentity` and its surroundings, in all the shapes CloudTrail has. */
export function callerOf(record: JsonObject): Caller {
  const identity = objectAt(record, 'userIdentity');
  const session = objectAt(identity, 'sessionContext');
  const issuer = objectAt(session, 'sessionIssuer');
  const invokedBy = nameAt(identity, 'invokedBy');
  return defined({
    type: typeOf(identity),
    principal: principalOf(identity, issuer),
    account: textAt(identity, 'accountId') ?? textAt(issuer, 'accountId'),
    userName: nameAt(identity, 'userName') ?? nameAt(issuer, 'userName') ?? nameInArn(identity),
    sessionName: sessionNameOf(identity),
    sourceIdentity: textAt(session, 'sourceIdentity'),
    federatedBy: nameAt(objectAt(session, 'webIdFederationData'), 'federatedProvider'),
    accessKeyId: textAt(identity, 'accessKeyId'),
    invokedBy,
    userAgent: withoutBrackets(textAt(record, 'userAgent') ?? ''),
    sourceIp: textAt(record, 'sourceIPAddress') ?? '',
    fromConsole: isFromConsole(record, invokedBy),
  });
}

/** Service events name no type; the service itself acts. */
function typeOf(identity: JsonObject): string {
  const type = textAt(identity, 'type');
  if (type !== undefined) return type;
  return nameAt(identity, 'invokedBy') === undefined || nameAt(identity, 'arn') !== undefined
    ? 'Unknown'
    : 'AWSService';
}

/** What stays the same from session to session. */
function principalOf(identity: JsonObject, issuer: JsonObject): string {
  const arn = nameAt(identity, 'arn');
  return (
    nameAt(issuer, 'arn') ??
    (arn === undefined ? undefined : withoutSession(arn)) ??
    centerUser(identity) ??
    (typeOf(identity) === 'AWSService' ? nameAt(identity, 'invokedBy') : undefined) ??
    nameAt(identity, 'principalId')?.split(':')[0] ??
    nameAt(identity, 'userName') ??
    'unknown'
  );
}

const sessionArn = /^arn:([^:]*):sts::([^:]*):assumed-role\/(.+)\/[^/]*$/;

/** The role behind a session, without its path, which a session's ARN does not have. */
function withoutSession(arn: string): string {
  return arn.replace(sessionArn, 'arn:$1:iam::$2:role/$3');
}

/** A person of IAM Identity Center: the directory and the user in it. */
function centerUser(identity: JsonObject): string | undefined {
  const onBehalfOf = objectAt(identity, 'onBehalfOf');
  const user = nameAt(onBehalfOf, 'userId');
  if (user === undefined) return undefined;
  const store = nameAt(onBehalfOf, 'identityStoreArn');
  return store === undefined ? user : `${store}/user/${user}`;
}

function nameInArn(identity: JsonObject): string | undefined {
  const arn = nameAt(identity, 'arn');
  const role = arn === undefined ? undefined : sessionArn.exec(arn)?.[3];
  return role ?? /:(?:user|role)\/(?:.*\/)?([^/]+)$/.exec(arn ?? '')?.[1];
}

const sessionTypes: ReadonlySet<string> = new Set(['AssumedRole', 'FederatedUser', 'Unknown']);

function sessionNameOf(identity: JsonObject): string | undefined {
  if (!sessionTypes.has(typeOf(identity))) return undefined;
  const arn = nameAt(identity, 'arn') ?? '';
  const inArn = /:(?:assumed-role\/.+|federated-user)\/([^/]+)$/.exec(arn)?.[1];
  return inArn ?? /:(.+)$/.exec(nameAt(identity, 'principalId') ?? '')?.[1];
}

/** S3 puts user agents in brackets; the closing one is lost when the log cuts a long one. */
function withoutBrackets(userAgent: string): string {
  return userAgent.startsWith('[') ? userAgent.slice(1).replace(/\]$/, '').trim() : userAgent;
}

/** Goes by what AWS wrote, not by the user agent, which the caller may choose. */
function isFromConsole(record: JsonObject, invokedBy: string | undefined): boolean {
  return (
    flagAt(record, 'sessionCredentialFromConsole') === true ||
    textAt(record, 'eventType') === 'AwsConsoleAction' ||
    invokedBy === 'signin.amazonaws.com'
  );
}
