import type { Caller } from '../../../model/event.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import { defined, fieldTextAt, nameAt, objectAt } from '../core/fields.ts';
import type { LogKind } from './scope.ts';

/** Who called, from `authenticationInfo` and `requestMetadata`. */
export function googleCallerOf(payload: JsonObject, log: LogKind): Caller {
  const identity = objectAt(payload, 'authenticationInfo');
  const request = objectAt(payload, 'requestMetadata');
  const principal = principalOf(identity);
  const pool = poolOf(nameAt(identity, 'principalSubject') ?? '');
  const key = fieldTextAt(identity, 'serviceAccountKeyName');
  const delegation = delegationOf(identity);
  return defined({
    type: log === 'system_event' ? 'System' : typeOf(principal, identity),
    principal: principal ?? 'unknown',
    account: projectOf(principal),
    userName: pool?.subject ?? principal,
    federatedBy: pool?.pool,
    accessKeyId: key?.split('/').at(-1),
    delegation: delegation.length === 0 ? undefined : delegation,
    userAgent: withoutProxy(fieldTextAt(request, 'callerSuppliedUserAgent') ?? ''),
    sourceIp: fieldTextAt(request, 'callerIp') ?? '',
    // Only the user agent in the log shows the console, and the caller can choose it.
    fromConsole: false,
  });
}

/** The e-mail address, or the subject of a pool for callers that have none. */
function principalOf(identity: JsonObject): string | undefined {
  const email = nameAt(identity, 'principalEmail');
  if (email !== undefined) return email;
  const subject = nameAt(identity, 'principalSubject');
  return subject?.replace(/^(?:user|serviceAccount):/, '');
}

/** Google's own projects, in which its services have an account for each project. */
const agentProjects: readonly string[] = [
  'cloudcomposer-accounts',
  'compute-system',
  'container-engine-robot',
  'containerregistry',
  'dataflow-service-producer-prod',
  'dataproc-accounts',
  'gcf-admin-robot',
  'gcp-gae-service',
  'gs-project-accounts',
  'serverless-robot-prod',
];

const agents = new RegExp(
  `@(?:cloudservices|system|(?:gcp-sa-[a-z0-9-]+|${agentProjects.join('|')})\\.iam)\\.gserviceaccount\\.com$`,
);

function typeOf(principal: string | undefined, identity: JsonObject): string {
  const subject = nameAt(identity, 'principalSubject') ?? '';
  if (/^principal(?:Set)?:\/\//.test(subject) && nameAt(identity, 'principalEmail') === undefined) {
    return 'Federated';
  }
  if (principal === undefined) return 'Unknown';
  if (principal.startsWith('system:')) return 'Kubernetes';
  if (agents.test(principal)) return 'ServiceAgent';
  const isService =
    subject.startsWith('serviceAccount:') || /\.gserviceaccount\.com$/.test(principal);
  if (isService) return 'ServiceAccount';
  return principal.includes('@') ? 'User' : 'Unknown';
}

/** The address of a service account contains its project. */
function projectOf(principal: string | undefined): string | undefined {
  const [, first, second] =
    /@([a-z][a-z0-9-]*)(?:\.([a-z][a-z0-9.-]*))?\.iam\.gserviceaccount\.com$/.exec(
      principal ?? '',
    ) ?? [];
  if (first === undefined || agents.test(principal ?? '')) return undefined;
  // Projects of a domain: `name@project.example.com.iam...` is the project `example.com:project`.
  return second === undefined ? first : `${second}:${first}`;
}

/** `principal://iam.googleapis.com/<pool>/subject/<subject>` */
function poolOf(subject: string): { readonly pool: string; readonly subject: string } | undefined {
  const found =
    /^principal(?:Set)?:\/\/([^ ]+?\/work(?:force|loadIdentity)Pools\/[^/ ]+)\/(.+)$/.exec(subject);
  if (found === null) return undefined;
  return { pool: found[1] ?? '', subject: (found[2] ?? '').replace(/^subject\//, '') };
}

/** Identities on whose authority the service account acted, in the order of the delegation. */
function delegationOf(identity: JsonObject): readonly string[] {
  const chain = own(identity, 'serviceAccountDelegationInfo');
  return isJsonArray(chain) ? chain.map(delegateOf) : [];
}

function delegateOf(link: Json): string {
  if (!isJsonObject(link)) return 'unknown';
  return (
    nameAt(objectAt(link, 'firstPartyPrincipal'), 'principalEmail') ??
    nameAt(link, 'principalSubject') ??
    (Object.hasOwn(link, 'thirdPartyPrincipal') ? 'third party' : 'unknown')
  );
}

/** Removes what Google's front ends append, once each. */
function withoutProxy(userAgent: string): string {
  return userAgent.replace(/(?:,gzip\(gfe\))+$/, '').trim();
}
