import type { Caller } from '../../../model/event.ts';
import type { JsonObject } from '../../../model/json.ts';
import { defined, fieldTextAt, flagAt, nameAt, objectAt } from '../core/fields.ts';

/** Who called, from `userIdentity` and related members, in all the shapes of CloudTrail. */
export function awsCallerOf(record: JsonObject): Caller {
  const identity = objectAt(record, 'userIdentity');
  const session = objectAt(identity, 'sessionContext');
  const issuer = objectAt(session, 'sessionIssuer');
  const invokedBy = nameAt(identity, 'invokedBy');
  return defined({
    type: typeOf(identity),
    principal: principalOf(identity, issuer),
    account: fieldTextAt(identity, 'accountId') ?? fieldTextAt(issuer, 'accountId'),
    userName: nameAt(identity, 'userName') ?? nameAt(issuer, 'userName') ?? nameInArn(identity),
    sessionName: sessionNameOf(identity),
    sourceIdentity: fieldTextAt(session, 'sourceIdentity'),
    federatedBy: nameAt(objectAt(session, 'webIdFederationData'), 'federatedProvider'),
    accessKeyId: fieldTextAt(identity, 'accessKeyId'),
    invokedBy,
    userAgent: withoutBrackets(fieldTextAt(record, 'userAgent') ?? ''),
    sourceIp: fieldTextAt(record, 'sourceIPAddress') ?? '',
    fromConsole: isFromConsole(record, invokedBy),
  });
}

/** Service events have no type; the service itself acts. */
function typeOf(identity: JsonObject): string {
  const type = fieldTextAt(identity, 'type');
  if (type !== undefined) return type;
  return nameAt(identity, 'invokedBy') === undefined || nameAt(identity, 'arn') !== undefined
    ? 'Unknown'
    : 'AWSService';
}

/** The part of the identity that stays the same from session to session. */
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

/** Relies on what AWS wrote, not on the user agent, which the caller can choose. */
function isFromConsole(record: JsonObject, invokedBy: string | undefined): boolean {
  return (
    flagAt(record, 'sessionCredentialFromConsole') === true ||
    fieldTextAt(record, 'eventType') === 'AwsConsoleAction' ||
    invokedBy === 'signin.amazonaws.com'
  );
}
