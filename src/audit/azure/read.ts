import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../model/json.ts';
import type { Place, Problem } from '../../model/result.ts';
import { recordProblem } from '../cloudtrail/problems.ts';
import { entryOf } from './entry.ts';
import { eventOf } from './event.ts';
import { type FoldedCall, foldCalls } from './fold.ts';
import type {
  AzureCall,
  AzureDropReason,
  AzureEntry,
  AzureInput,
  AzurePending,
  AzureReading,
  AzureStep,
} from './types.ts';
import { identify, unpack } from './unwrap.ts';

const wanted = 'Give records of the Azure Activity Log as JSON.';

/**
 * Events of the Azure Activity Log, from records of any shape and in any order. All records that
 * may belong to one call have to come together, since a call has several.
 */
export function readAzure(inputs: Iterable<AzureInput>): AzureReading {
  const gathered = gather(inputs);
  const { dropped, problems } = gathered;
  const calls: AzureCall[] = [];
  const pending: AzurePending[] = [];
  let kept = 0;
  for (const folded of foldCalls(gathered.entries)) {
    const { final, entries } = folded;
    if (final === undefined) {
      dropped.add('pending', entries.length);
      pending.push(pendingOf(folded));
      continue;
    }
    const event = eventOf(entries, final);
    dropped.add('folded', entries.length - 1);
    if (event.outcome === 'success') kept++;
    else dropped.add(event.outcome === 'failure' ? 'failed' : 'dry-run');
    calls.push({ event, steps: entries.map(stepOf) });
  }
  const counts = { read: gathered.read, kept, dropped: dropped.sorted() };
  return { calls, pending, problems, counts };
}

interface Gathered {
  readonly read: number;
  readonly entries: readonly AzureEntry[];
  readonly problems: readonly Problem[];
  readonly dropped: DropCounts;
}

function gather(inputs: Iterable<AzureInput>): Gathered {
  const dropped = new DropCounts();
  const entries: AzureEntry[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  let read = 0;
  for (const { value, digest, place } of inputs) {
    for (const unpacked of unpack(value)) {
      read++;
      const own = unpacked.inside ? digestOf(unpacked.value) : digest;
      const taken = take(unpacked.value, own, place);
      if (taken.kind === 'drop') {
        dropped.add(taken.reason);
        if (taken.problem !== undefined) problems.push(taken.problem);
      } else if (seen.has(identityOf(taken.entry))) dropped.add('duplicate');
      else {
        seen.add(identityOf(taken.entry));
        entries.push(taken.entry);
      }
    }
  }
  return { read, entries, problems, dropped };
}

type Taken =
  | { readonly kind: 'entry'; readonly entry: AzureEntry }
  | { readonly kind: 'drop'; readonly reason: AzureDropReason; readonly problem?: Problem };

function take(value: Json, digest: string, place: Place): Taken {
  const found = identify(value);
  switch (found.kind) {
    case 'no-object': {
      const problem = recordProblem(place, 'record-not-an-object', 'The record is no JSON object.');
      return { kind: 'drop', reason: 'invalid', problem };
    }
    case 'foreign': {
      const message = `This is ${found.name}, no record of the Azure Activity Log.`;
      const problem = { code: 'not-azure', message, place, hint: wanted };
      return { kind: 'drop', reason: 'not-azure', problem };
    }
    case 'other-event':
      return { kind: 'drop', reason: 'other-event' };
    case 'record': {
      const result = entryOf(found.record, found.shape, digest, place);
      return result.kind === 'invalid'
        ? { kind: 'drop', reason: 'invalid', problem: result.problem }
        : result;
    }
  }
}

/**
 * Exports that mask ids have one id for many records, so the step has to agree, too. Without an id
 * only the very same record is a duplicate.
 */
function identityOf({ fields, digest, phase, instant, operation, resourceId }: AzureEntry): string {
  return JSON.stringify([fields.id ?? digest, phase, instant, operation, resourceId]);
}

function digestOf(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function pendingOf({ entries }: FoldedCall): AzurePending {
  const [first] = entries;
  const correlationId = first?.fields.correlationId?.toLowerCase();
  return {
    ...(correlationId === undefined ? {} : { correlationId }),
    service: first?.service ?? '',
    operation: first?.operation ?? '',
    resourceId: first?.resourceId ?? '',
    steps: entries.map(stepOf),
  };
}

function stepOf({ fields, phase, digest, place }: AzureEntry): AzureStep {
  return { ...(fields.id === undefined ? {} : { id: fields.id }), phase, digest, place };
}

class DropCounts {
  readonly #counts = new Map<AzureDropReason, number>();

  add(reason: AzureDropReason, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  sorted(): Partial<Record<AzureDropReason, number>> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
