import { type JsonObject, own } from '../../../model/json.ts';
import type { Dialect, RecordSource, Taken } from '../core/dialect.ts';
import { fieldTextAt } from '../core/fields.ts';
import type { Triage } from '../core/triage.ts';
import { aksEvent, isAksRow } from './aks-row.ts';
import { gkeEvent, isGkeEntry } from './gke.ts';
import { normalizeKubernetes } from './normalize.ts';

/**
 * Events of audit.k8s.io, as written by API servers, by GKE in Cloud Logging and by AKS in Log
 * Analytics.
 */
export class ClusterLog implements Dialect {
  readonly #triage: Triage;
  readonly #cluster: string;

  /** `cluster` is the name to use if neither the record nor its envelope has one. */
  constructor(triage: Triage, cluster: string) {
    this.#triage = triage;
    this.#cluster = cluster;
  }

  knows(object: JsonObject): boolean {
    return isEvent(object) || isGkeEntry(object) || isAksRow(object);
  }

  take(record: JsonObject, { digest, place, cluster = this.#cluster }: RecordSource): Taken {
    const found = isEvent(record)
      ? { record, cluster }
      : isAksRow(record)
        ? aksEvent(record, cluster)
        : gkeEvent(record);
    const result = normalizeKubernetes(found.record, { cluster: found.cluster, digest }, place);
    return result.kind === 'event'
      ? { kind: 'items', items: this.#triage.take(result.event) }
      : result;
  }
}

function isEvent(object: JsonObject): boolean {
  const version = fieldTextAt(object, 'apiVersion');
  if (version?.startsWith('audit.k8s.io/') === true) {
    return fieldTextAt(object, 'kind') !== 'EventList';
  }
  return own(object, 'auditID') !== undefined && own(object, 'verb') !== undefined;
}
