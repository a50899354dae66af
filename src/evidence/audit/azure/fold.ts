import { groupBy } from '../../../model/group.ts';
import { compareText } from '../../../model/text.ts';
import { isFinal } from './status.ts';
import type { AzureEntry, AzurePhase } from './types.ts';

/** Records of one call in order of time; `final` is the one with its outcome. */
export interface FoldedCall {
  readonly entries: readonly AzureEntry[];
  readonly final?: AzureEntry;
}

/**
 * Groups the records of each call. One correlation id covers all resources of a deployment and all
 * calls of a Terraform run, so operation and resource are part of the key. The same call may be
 * repeated, which a new start after an end shows.
 */
export function foldCalls(entries: readonly AzureEntry[]): readonly FoldedCall[] {
  return [...groupBy(entries, foldKey).values()]
    .flatMap(callsOf)
    .map((entries): FoldedCall => {
      const final = entries.findLast(({ phase }) => isFinal(phase));
      return { entries, ...(final === undefined ? {} : { final }) };
    })
    .toSorted((a, b) => byTime(lastOf(a), lastOf(b)));
}

/** Equal for all records of a call; one without a correlation id is a call of its own. */
export function foldKey({ fields, digest, service, operation, resourceId }: AzureEntry): string {
  const { correlationId, id } = fields;
  const call = correlationId?.toLowerCase() ?? `alone ${id ?? digest}`;
  return JSON.stringify([call, service, operation, resourceId]);
}

function callsOf(group: readonly AzureEntry[]): readonly (readonly AzureEntry[])[] {
  const calls: AzureEntry[][] = [];
  let ended = true;
  for (const entry of group.toSorted(byTime)) {
    const call = calls.at(-1);
    if (call === undefined || (ended && entry.phase === 'started')) {
      calls.push([entry]);
      ended = false;
    } else call.push(entry);
    ended ||= isFinal(entry.phase);
  }
  return calls;
}

const ranks: Readonly<Record<AzurePhase, number>> = {
  started: 0,
  accepted: 1,
  succeeded: 2,
  failed: 3,
};

/**
 * Logs with coarse times have start and end at the same instant, so the phase decides; after that,
 * any fixed order is enough.
 */
function byTime(a: AzureEntry | undefined, b: AzureEntry | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return (
    compareText(a.instant, b.instant) ||
    ranks[a.phase] - ranks[b.phase] ||
    compareText(a.resourceId, b.resourceId) ||
    compareText(a.digest, b.digest)
  );
}

function lastOf({ entries, final }: FoldedCall): AzureEntry | undefined {
  return final ?? entries.at(-1);
}
