import type { JsonObject } from '../../../model/json.ts';
import type { Place } from '../../../model/result.ts';

/**
 * Where a record comes from, which decides its member names: the REST API and the SDKs; diagnostic
 * settings by way of Event Hubs or storage; rows of Log Analytics; Event Grid.
 */
export type AzureShape = 'rest' | 'diagnostic' | 'log-analytics' | 'event-grid';

/** What a record says of the progress of its call. The last two end it. */
export type AzurePhase = 'started' | 'accepted' | 'succeeded' | 'failed';

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
  /** PUT writes the whole resource, PATCH what its body has. Diagnostic records do not say. */
  readonly method?: string;
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
