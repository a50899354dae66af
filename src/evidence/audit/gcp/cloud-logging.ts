import { type JsonObject, own } from '../../../model/json.ts';
import type { Dialect, RecordSource, Taken } from '../core/dialect.ts';
import type { Tally } from '../core/tally.ts';
import type { Triage } from '../core/triage.ts';
import type { AuditItem } from '../core/types.ts';
import { normalizeEntry } from './normalize.ts';
import { GcpTriage } from './triage.ts';

/** Members of which a log entry has at least one, and a record of another cloud has none. */
const members: readonly string[] = [
  'protoPayload',
  'jsonPayload',
  'textPayload',
  'insertId',
  'logName',
  'logname',
];

export class CloudLogging implements Dialect {
  readonly #triage: GcpTriage;

  constructor(tally: Tally, triage: Triage) {
    this.#triage = new GcpTriage(tally, triage);
  }

  knows(object: JsonObject): boolean {
    // In a row of the table that a sink to BigQuery fills, the names inside differ.
    if (own(object, 'protopayload_auditlog') !== undefined) return false;
    return members.some((name) => own(object, name) !== undefined);
  }

  take(entry: JsonObject, { digest, place }: RecordSource): Taken {
    const result = normalizeEntry(entry, digest, place);
    return result.kind === 'event' ? { kind: 'items', items: this.#triage.take(result) } : result;
  }

  rest(): readonly AuditItem[] {
    return this.#triage.rest();
  }
}
