import type { JsonObject } from '../../../model/json.ts';
import type { Place } from '../../../model/result.ts';

/**
 * The source of a record, which determines its member names: the REST API and the SDKs; diagnostic
 * settings through Event Hubs or storage; rows of Log Analytics; Event Grid.
 */
export type AzureShape = 'rest' | 'diagnostic' | 'log-analytics' | 'event-grid';

/** The progress of a call, as a record reports it. The last two end it. */
export type AzurePhase = 'started' | 'accepted' | 'succeeded' | 'failed';

/** One record's own members under one name each, as texts and objects, not interpreted yet. */
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
  /**
   * PUT writes the entire resource, PATCH only what its body has. Diagnostic records do not report
   * it.
   */
  readonly method?: string;
  readonly claims: JsonObject;
  readonly authorization: JsonObject;
  readonly properties: JsonObject;
  /** True if `properties` is there but cannot be read. */
  readonly propertiesLost: boolean;
}

/** A valid record: one step of a call. */
export interface AzureEntry {
  readonly fields: AzureFields;
  readonly phase: AzurePhase;
  /** The status in the log. The phase counts canceled calls as failed, too. */
  readonly status: string;
  /** UTC with nine digits of fraction, so that texts compare like times. */
  readonly instant: string;
  /** Namespace of the resource provider, lower case. */
  readonly service: string;
  /** Lower case, without the namespace. */
  readonly operation: string;
  /** Lower case, because Azure's ids are case-insensitive. */
  readonly resourceId: string;
  readonly digest: string;
  readonly place: Place;
}
