import { type Actor, isNobody } from '../../model/actor.ts';
import type { Drift, DriftValue, Write } from '../../model/drift.ts';
import { canonicalJson } from '../../model/json.ts';
import { actorKey } from './identity.ts';
import { isKept } from './kept.ts';
import type { EvidenceEvent, InferInput } from './types.ts';

/** An actor who set a field since it last matched the code, and the value that they left. */
export interface IntentParty {
  readonly actor: Actor;
  /** The field as it was after this party last set it; for the last party, the current drift. */
  readonly drift: Drift;
  /** Another party has set it since. */
  readonly isOvertaken: boolean;
}

/**
 * All parties that acted on a field since it last matched the code, the last one first. Each wants
 * the value that it set last: of one party's values the latest counts, while the order between
 * parties does not matter. For members and entire resources, which only exist or not, an action
 * that reverses another one matches the code again. A party whose part of a document is still there
 * has lost nothing.
 */
export function intentParties(
  drift: Drift,
  input: Pick<InferInput, 'event' | 'same'>,
): IntentParty[] {
  const event = (id: string): EvidenceEvent | undefined => input.event(id);
  const writes = openWrites(drift, input);
  const last = event(writes.at(-1)?.event ?? '') ?? lastKnown(drift, event);
  if (last === undefined) return [];
  const own: IntentParty = { actor: last.actor, drift, isOvertaken: false };
  const step = drift.path.at(-1);
  if (step === undefined || typeof step === 'object') return [own];
  const others = new Map<string, IntentParty>();
  for (const [index, write] of writes.entries()) {
    const actor = event(write.event)?.actor;
    if (actor === undefined || isNobody(actor)) continue;
    const key = partyKey(actor);
    if (key === partyKey(last.actor)) continue;
    others.set(key, { actor, drift: asLeft(drift, writes, index, write), isOvertaken: true });
  }
  const keyOf = (id: string): string | undefined => {
    const actor = event(id)?.actor;
    return actor === undefined ? undefined : partyKey(actor);
  };
  const replaced = [...others].filter(
    ([key]) => !isKept(writes, drift.declared, drift.live, (write) => keyOf(write.event) === key),
  );
  return [own, ...replaced.map(([, party]) => party)];
}

/** The changes since the field last matched the code. */
export function openWrites(
  drift: Drift,
  { same = equals }: Pick<InferInput, 'same'>,
): readonly Write[] {
  const { writes = [], declared } = drift;
  const back = writes.slice(0, -1).findLastIndex(({ value }) => same(value, declared, drift));
  return writes.slice(back + 1);
}

function lastKnown(
  { evidence }: Drift,
  event: (id: string) => EvidenceEvent | undefined,
): EvidenceEvent | undefined {
  return evidence.flatMap((id) => event(id) ?? []).at(-1);
}

/** The drift with an earlier value, which was not read back even if the live one was. */
function asLeft(drift: Drift, writes: readonly Write[], index: number, { value }: Write): Drift {
  const { loggedValue: _, ...rest } = drift;
  const later = new Set(writes.slice(index + 1).map((write) => write.event));
  const evidence = drift.evidence.filter((id) => !later.has(id));
  return { ...rest, live: value, evidence, basis: 'inferred' };
}

/**
 * People who share a role are distinguished by their sessions; all runs of a robot are one party.
 */
function partyKey(actor: Actor): string {
  if (actor.class === 'human') return actorKey(actor);
  return canonicalJson([actor.class, actor.principal]);
}

function equals(a: DriftValue, b: DriftValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
