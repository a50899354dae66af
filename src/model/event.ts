import type { Json, JsonObject } from './json.ts';
import type { Place } from './result.ts';

/** The sources of logs. */
export const clouds = ['aws', 'azure', 'gcp', 'kubernetes'] as const;

export type Cloud = (typeof clouds)[number];

/**
 * The caller according to the record, as input for the actor signatures. The caller may choose
 * everything but `principal`.
 */
export interface Caller {
  /** The type in the log: `AssumedRole`, `IAMUser`, `Root`, `AWSService`, ... or `Unknown`. */
  readonly type: string;
  /** The ARN of the role or user without the session part, the name of a service, or `unknown`. */
  readonly principal: string;
  readonly account?: string;
  /** The short name of the role or user. */
  readonly userName?: string;
  readonly sessionName?: string;
  readonly sourceIdentity?: string;
  /**
   * What the cloud reports as the source of the identity: an OIDC provider's ARN, a pool of
   * identities, or the lower-case id of the resource that a managed identity of Azure belongs to.
   */
  readonly federatedBy?: string;
  readonly accessKeyId?: string;
  readonly invokedBy?: string;
  /**
   * The id of the application that the token was issued to (Azure). The caller may choose it, since
   * anyone can sign in through the public id of the command-line tools.
   */
  readonly application?: string;
  /**
   * The accounts that delegated to an impersonated account, starting with the original one (Google
   * Cloud).
   */
  readonly delegation?: readonly string[];
  /** The groups that the API server authenticated for the caller (Kubernetes). */
  readonly groups?: readonly string[];
  /** The field manager, which the client chooses (Kubernetes). */
  readonly manager?: string;
  readonly userAgent: string;
  readonly sourceIp: string;
  /** The call came from a console session. */
  readonly fromConsole: boolean;
}

/** One normalized audit record of a mutating call. */
export interface AuditEvent {
  /** The log's own id, by which duplicates are removed. */
  readonly id: string;
  readonly cloud: Cloud;
  /** The account, subscription, project or cluster. */
  readonly scope: string;
  readonly region: string;
  /** The completion time, in ISO 8601 UTC. */
  readonly time: string;
  /** e.g. `ec2.amazonaws.com`. */
  readonly service: string;
  /** The API operation without date or version suffix, e.g. `UpdateFunctionConfiguration`. */
  readonly operation: string;
  readonly outcome: 'success' | 'failure' | 'dry-run';
  readonly errorCode?: string;
  readonly caller: Caller;
  readonly request: JsonObject;
  readonly response: JsonObject;
  /** The data of service events (`serviceEventDetails`), or empty. */
  readonly details: JsonObject;
  /** ARNs that the log lists as the resources of the call (CloudTrail). */
  readonly resources?: readonly string[];
  /** An id that records of the same call in several accounts or logs share. */
  readonly sharedId?: string;
  /** The id of the earlier record that this one corrects (CloudTrail `addendum`). */
  readonly corrects?: string;
  /** The names of top-level parts that the log left out or cut. */
  readonly omitted: readonly ('request' | 'response' | 'details')[];
  /**
   * SHA-256 of the raw record, in lower-case hex. If several records were merged, the hash of their
   * digests.
   */
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
