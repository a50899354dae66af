import { displayText } from '../../../model/text.ts';
import { explainValue, fieldText } from '../explain/text.ts';
import type { BargainingParty, Deal } from '../negotiate/nash.ts';
import { negotiate } from '../negotiate/nash.ts';
import { compareRanks } from '../order/rank.ts';
import type { RegionClaim, Settlement } from '../order/settle.ts';
import { elementValueKey } from '../region/element.ts';
import type { Region } from '../region/region.ts';
import { anything, fieldRegion, meet } from '../region/region.ts';
import type { VerdictDraft } from './draft.ts';
import { isActing } from './rivals.ts';

/**
 * Where a defeated intent and all who defeated it declared what else would do, they meet there.
 * Whoever declared nothing is not asked to give way, and what outranks them stays as it is.
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

/** Who declared and acted is one side, with what weighs more. */
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

/** The strongest side carries the value: with what it did rather than with what it declared. */
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

/** What the stronger, satisfied claims leave to those who negotiate. */
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

/** Who carries the value has it written; the others agree to it. */
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
