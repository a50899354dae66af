import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import type { Place, Problem } from '../../model/result.ts';

/**
 * Where a record comes from, which decides its member names: the REST API and the SDKs; diagnostic
 * settings by way of Event Hubs or storage; rows of Log Analytics; Event Grid.
 */
export type AzureShape = 'rest' | 'diagnostic' | 'log-analytics' | 'event-grid';

/** What a record says of the progress of its call. The last two end it. */
export type AzurePhase = 'started' | 'accepted' | 'succeeded' | 'failed';

/** One JSON value of a log, with the digest of its raw text. */
export interface AzureInput {
  readonly value: Json;
  readonly digest: string;
  readonly place: Place;
}

/** One record's own members under one name each, as texts and objects, nothing judged yet. */
export interface AzureFields {
  readonly shape: AzureShape;
  readonly id?: string;
  readonly correlationId?: string;
  readonly operation?: string;
  readonly resourceId?: string;
  readonly status?: string;
  readonly subStatus?: string;
  readonly time?: string;
  readonly category?: string;
  readonly subscriptionId?: string;
  readonly tenantId?: string;
  readonly location?: string;
  readonly caller?: string;
  readonly ip?: string;
  readonly claims: JsonObject;
  readonly authorization: JsonObject;
  readonly properties: JsonObject;
  /** `properties` is there, but cannot be read. */
  readonly propertiesLost: boolean;
}

/** A record that proved good: one step of a call. */
export interface AzureEntry {
  readonly fields: AzureFields;
  readonly phase: AzurePhase;
  /** Canceled calls fail, too; this is the status as the log has it. */
  readonly status: string;
  /** UTC with nine digits of fraction, so that texts compare as times do. */
  readonly instant: string;
  /** Namespace of the resource provider, lower case. */
  readonly service: string;
  /** Lower case, without the namespace. */
  readonly operation: string;
  /** Lower case: Azure's ids have no case. */
  readonly resourceId: string;
  readonly digest: string;
  readonly place: Place;
}

/** A record that took part in a call. */
export interface AzureStep {
  readonly id?: string;
  readonly phase: AzurePhase;
  readonly digest: string;
  readonly place: Place;
}

/** A finished call, with all records that speak of it in order of time. */
export interface AzureCall {
  readonly event: AuditEvent;
  readonly steps: readonly AzureStep[];
}

/** A call of which no final status was read: it may still be running, or the log is late. */
export interface AzurePending {
  readonly correlationId?: string;
  readonly service: string;
  readonly operation: string;
  readonly resourceId: string;
  readonly steps: readonly AzureStep[];
}

export type AzureDropReason =
  | 'read-only'
  /** The call failed or was canceled. */
  | 'failed'
  /** The call only validates. */
  | 'dry-run'
  /** The same record was read before. */
  | 'duplicate'
  /** The record is an earlier or repeated step of a call that counts once. */
  | 'folded'
  | 'pending'
  /** Health, alerts, policy evaluations, data-plane logs: no change of a resource by a call. */
  | 'other-category'
  /** An Event Grid event that is not about resources. */
  | 'other-event'
  /** A problem was reported for it: no Azure record. */
  | 'not-azure'
  /** A problem was reported for it. */
  | 'invalid';

/** `read` = `kept` + all of `dropped`. */
export interface AzureCounts {
  readonly read: number;
  /** Successful mutating calls. */
  readonly kept: number;
  readonly dropped: Readonly<Partial<Record<AzureDropReason, number>>>;
}

export interface AzureReading {
  /** In order of completion; failures and dry runs are here, too. */
  readonly calls: readonly AzureCall[];
  readonly pending: readonly AzurePending[];
  readonly problems: readonly Problem[];
  readonly counts: AzureCounts;
}
