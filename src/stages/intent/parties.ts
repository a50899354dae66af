import type { Actor } from '../../model/actor.ts';
import type { Drift, DriftValue, Write } from '../../model/drift.ts';
import { canonicalJson } from '../../model/json.ts';
import { actorKey, isNobody } from './identity.ts';
import { isKept } from './kept.ts';
import type { EvidenceEvent, InferInput } from './types.ts';

/** Somebody who set a field since it was last as the code says, and what they left it at. */
export interface IntentParty {
  readonly actor: Actor;
  /** The field as it was when this party last set it: for the last of all, as it is. */
  readonly drift: Drift;
  /** Somebody else has set it since. */
  readonly isOvertaken: boolean;
}

/**
 * All who acted on a field since it was last as the code says, the last of them first. Each wants
 * what it set last: of two values of the same party the later one counts, and between parties time
 * means nothing. Members and whole resources are there or not, so that whoever acts on them after
 * another agrees with the code again; and whose part of a document is still there lost nothing.
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

/** The changes since the field was last as the code says. */
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

/** Nobody has read this value back, whatever is known of the live one. */
function asLeft(drift: Drift, writes: readonly Write[], index: number, { value }: Write): Drift {
  const { said: _said, ...rest } = drift;
  const later = new Set(writes.slice(index + 1).map((write) => write.event));
  const evidence = drift.evidence.filter((id) => !later.has(id));
  return { ...rest, live: value, evidence, basis: 'inferred' };
}

/** People who share a role are distinguished by their sessions; the runs of a robot are one party. */
function partyKey(actor: Actor): string {
  if (actor.class === 'human') return actorKey(actor);
  return canonicalJson([actor.class, actor.principal]);
}

function equals(a: DriftValue, b: DriftValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
