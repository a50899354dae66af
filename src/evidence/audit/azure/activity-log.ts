import type { JsonObject } from '../../../model/json.ts';
import type { Dialect, RecordSource, Taken } from '../core/dialect.ts';
import type { Tally } from '../core/tally.ts';
import type { Triage } from '../core/triage.ts';
import type { AuditItem, Steps } from '../core/types.ts';
import { readAzureEntry } from './entry.ts';
import { azureEvent } from './event.ts';
import { type FoldedCall, foldCalls, foldKey } from './fold.ts';
import { identify } from './identify.ts';
import { isFinal } from './status.ts';
import type { AzureEntry } from './types.ts';

/**
 * Records of the Azure Activity Log, of any shape and in any order. A call has several, so no event
 * is final before all logs are read; only the records of mutating calls are held.
 */
export class ActivityLog implements Dialect {
  readonly #tally: Tally;
  readonly #triage: Triage;
  readonly #entries: AzureEntry[] = [];
  readonly #seen = new Set<string>();

  constructor(tally: Tally, triage: Triage) {
    this.#tally = tally;
    this.#triage = triage;
  }

  knows(object: JsonObject): boolean {
    return identify(object) !== undefined;
  }

  take(record: JsonObject, { digest, place }: RecordSource): Taken {
    const shape = identify(record);
    if (shape === undefined || shape === 'other-event') {
      return { kind: 'drop', reason: 'other-event' };
    }
    const result = readAzureEntry(record, shape, digest, place);
    if (result.kind !== 'entry') return result;
    const identity = identityOf(result.entry);
    if (this.#seen.has(identity)) return { kind: 'drop', reason: 'duplicate' };
    this.#seen.add(identity);
    this.#entries.push(result.entry);
    return { kind: 'items', items: [] };
  }

  /** The calls in order of completion, including those without an end. */
  rest(): readonly AuditItem[] {
    const calls = foldCalls(this.#entries.splice(0));
    return calls.map((call) => this.#itemOf(call));
  }

  #itemOf({ entries, final }: FoldedCall): AuditItem {
    const last = final ?? entries.at(-1);
    if (last === undefined) throw new Error('A call has at least one record.');
    const event = azureEvent(entries, last);
    const steps = stepsOf(entries, final);
    if (final === undefined) {
      this.#tally.drop('pending', entries.length);
      return { kind: 'unfinished', event, ...(steps === undefined ? {} : { steps }) };
    }
    this.#tally.drop('folded', entries.length - 1);
    return this.#triage.settle(event, steps);
  }
}

/**
 * Exports that mask ids have one id for many records, so the step has to match, too. Without an id
 * only an identical record is a duplicate.
 */
function identityOf({ fields, digest, phase, instant, operation, resourceId }: AzureEntry): string {
  return JSON.stringify([fields.id ?? digest, phase, instant, operation, resourceId]);
}

/** Undefined for a record without a correlation id, which is a call of its own. */
function stepsOf(entries: readonly AzureEntry[], final: AzureEntry | undefined): Steps | undefined {
  const [first] = entries;
  if (first?.fields.correlationId === undefined) return undefined;
  const began = entries.some(({ phase }) => !isFinal(phase));
  return { call: `azure ${foldKey(first)}`, began, ended: final !== undefined };
}
