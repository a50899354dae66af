import { displayText } from '../../../model/text.ts';
import { explainValue, fieldText } from '../explain/text.ts';
import { type BargainingParty, type Deal, negotiate } from '../negotiate/nash.ts';
import { compareRanks } from '../order/rank.ts';
import type { RegionClaim, Settlement } from '../order/settle.ts';
import { elementValueKey } from '../region/element.ts';
import { anything, fieldRegion, meet, type Region } from '../region/region.ts';
import type { VerdictDraft } from './draft.ts';
import { isActing } from './rivals.ts';

/**
 * Lets a defeated intent and those that defeated it meet at a value that all accept, if all of them
 * declared what else they would accept. A party that declared nothing does not give way, and
 * stronger claims are left untouched.
 */
export function meetHalfway(
  drafts: readonly VerdictDraft[],
  settlement: Settlement,
): readonly VerdictDraft[] {
  const claims = [...settlement.satisfied, ...settlement.defeated.map(({ claim }) => claim)];
  const open = claims.filter(({ relaxation }) => relaxation !== undefined);
  const canMeet = settlement.defeated.some(
    ({ claim, blame }) =>
      blame.length > 0 && open.includes(claim) && blame.every((one) => open.includes(one)),
  );
  if (!canMeet) return drafts;
  const parties = [...open].sort((a, b) => compareRanks(a.rank, b.rank));
  const room = roomFor(parties, settlement);
  const sides = onePerPrincipal(drafts, parties);
  const deal = room === undefined ? undefined : negotiate(sides.map(partyIn(drafts)), room);
  if (deal === undefined) return drafts;
  const carrier = carrierOf(drafts, parties, sides[0]);
  return drafts.map((draft) => {
    const place = parties.findIndex(({ id }) => id === draft.case.intent.id);
    return place === -1 ? draft : settled(draft, deal, drafts, sides, draft === carrier);
  });
}

/**
 * Keeps one claim per principal, the strongest: having declared and acted does not make two sides.
 */
function onePerPrincipal(
  drafts: readonly VerdictDraft[],
  parties: readonly RegionClaim[],
): readonly RegionClaim[] {
  const principals = parties.map(({ id }) => {
    const found = drafts.find((draft) => draft.case.intent.id === id);
    return found?.case.intent.actor.principal ?? id;
  });
  return parties.filter((_, index) => principals.indexOf(principals[index] ?? '') === index);
}

/**
 * The draft that carries the value: the strongest side's, preferring its action to its declaration.
 */
function carrierOf(
  drafts: readonly VerdictDraft[],
  parties: readonly RegionClaim[],
  strongest: RegionClaim | undefined,
): VerdictDraft | undefined {
  const own = drafts.find(({ case: { intent } }) => intent.id === strongest?.id);
  const acted = drafts.find(
    (draft) =>
      isActing(draft) &&
      draft.case.intent.actor.principal === own?.case.intent.actor.principal &&
      parties.some(({ id }) => id === draft.case.intent.id),
  );
  return acted ?? own;
}

/** The values that the stronger, satisfied claims leave to the negotiating parties. */
function roomFor(parties: readonly RegionClaim[], { satisfied }: Settlement): Region | undefined {
  const weakest = parties.at(-1);
  let room: Region | undefined = anything;
  for (const claim of satisfied) {
    if (weakest === undefined || parties.includes(claim)) continue;
    if (compareRanks(claim.rank, weakest.rank) > 0) continue;
    const own = fieldRegion(claim.want);
    room = room === undefined || own === undefined ? undefined : meet(room, own);
  }
  return room;
}

function partyIn(drafts: readonly VerdictDraft[]): (claim: RegionClaim) => BargainingParty {
  return ({ id, want, relaxation }) => ({
    name: nameOf(drafts, id),
    want,
    relaxation: relaxation ?? want,
  });
}

function nameOf(drafts: readonly VerdictDraft[], id: string): string {
  const actor = drafts.find((draft) => draft.case.intent.id === id)?.case.intent.actor;
  return displayText(actor?.name ?? id, 80);
}

/** The carrier gets the value written; the other parties agree to it. */
function settled(
  draft: VerdictDraft,
  deal: Deal,
  drafts: readonly VerdictDraft[],
  parties: readonly RegionClaim[],
  carries: boolean,
): VerdictDraft {
  const { drift } = draft.case;
  const names = parties.map(({ id }) => nameOf(drafts, id)).join(' and ');
  const place = `${fieldText(drift.path)} of ${displayText(drift.address, 160)}`;
  const because = `${names} meet at ${explainValue(deal.value)} for ${place}; each declared what else is acceptable.`;
  const { declared } = drift;
  const isCode =
    declared.kind === 'value' && elementValueKey(declared.value) === elementValueKey(deal.value);
  return {
    ...draft,
    deal,
    outcome: isCode ? 'reject' : 'compromise',
    overruled: { rule: 'negotiated', because },
    ...(isCode || !carries ? {} : { value: deal.value }),
  };
}
