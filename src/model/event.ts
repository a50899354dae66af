import type { Json, JsonObject } from './json.ts';
import type { Place } from './result.ts';

/** Where logs come from. */
export const clouds = ['aws', 'azure', 'gcp', 'kubernetes'] as const;

export type Cloud = (typeof clouds)[number];

/**
 * Who called, as the record says it: raw material for the actor signatures.
 * Everything but `principal` may be chosen by the caller.
 */
export interface Caller {
  /** Type the log gives: `AssumedRole`, `IAMUser`, `Root`, `AWSService`, ... or `Unknown`. */
  readonly type: string;
  /** ARN of the role or user, without the session part; a service name; or `unknown`. */
  readonly principal: string;
  readonly account?: string;
  /** Short name of the role or user. */
  readonly userName?: string;
  readonly sessionName?: string;
  readonly sourceIdentity?: string;
  /**
   * What the cloud says is behind the identity: an OIDC provider's ARN, a pool of identities, or the
   * resource that a managed identity of Azure belongs to, in lower case.
   */
  readonly federatedBy?: string;
  readonly accessKeyId?: string;
  readonly invokedBy?: string;
  /**
   * Id of the application that the token was issued to. Azure. The caller may choose it: anybody can
   * sign in through the public id of the command line.
   */
  readonly application?: string;
  /** Those on whose authority an impersonated account acts, the first of them first. Google Cloud. */
  readonly delegation?: readonly string[];
  /** Groups that the API server knows the caller to be in. Kubernetes. */
  readonly groups?: readonly string[];
  /** The field manager that the client gives. Kubernetes. The caller chooses it. */
  readonly manager?: string;
  readonly userAgent: string;
  readonly sourceIp: string;
  /** The call came from a console session. */
  readonly fromConsole: boolean;
}

/** One normalized audit record of a mutating call. */
export interface AuditEvent {
  /** The log's own id, the key for duplicates. */
  readonly id: string;
  readonly cloud: Cloud;
  /** Account, subscription, project or cluster. */
  readonly scope: string;
  readonly region: string;
  /** Completion time, ISO 8601 in UTC. */
  readonly time: string;
  /** e.g. `ec2.amazonaws.com`. */
  readonly service: string;
  /** API operation without date or version suffix, e.g. `UpdateFunctionConfiguration`. */
  readonly operation: string;
  readonly outcome: 'success' | 'failure' | 'dry-run';
  readonly errorCode?: string;
  readonly caller: Caller;
  readonly request: JsonObject;
  readonly response: JsonObject;
  /** Data of service events (`serviceEventDetails`), else empty. */
  readonly details: JsonObject;
  /** ARNs that the log lists as what the call was about. CloudTrail. */
  readonly resources?: readonly string[];
  /** Ids shared by records of the same call in several accounts or logs. */
  readonly sharedId?: string;
  /** Id of the earlier record that this one corrects (CloudTrail `addendum`). */
  readonly corrects?: string;
  /** Names of top-level parts that were there, but that the log left out or cut. */
  readonly omitted: readonly ('request' | 'response' | 'details')[];
  /** SHA-256 of the raw record, lower-case hex; for several records in one, of their digests. */
  readonly digest: string;
  readonly place: Place;
}

/** A value taken from a log. Only `known` may ever reach a patch. */
export type LogValue =
  | { readonly kind: 'known'; readonly value: Json }
  /** Masked by the service (`HIDDEN_DUE_TO_SECURITY_REASONS`, `****`, ...). */
  | { readonly kind: 'redacted' }
  /** Left out: too large, or never logged by this service. */
  | { readonly kind: 'omitted' };

export function known(value: Json): LogValue {
  return { kind: 'known', value };
}
