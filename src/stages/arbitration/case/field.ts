import type { Drift } from '../../../model/drift.ts';
import type { Want } from '../../../model/intent.ts';
import { canonicalJson, type Json } from '../../../model/json.ts';
import { displayText } from '../../../model/text.ts';
import { explainSide } from '../explain/text.ts';
import { compareRanks, type Rank, rankTier } from '../order/rank.ts';
import { type Defeat, type RegionClaim, type Settlement, settleRegions } from '../order/settle.ts';
import type { DecideInput, Policy } from '../types.ts';
import { declaredVerdict } from './declared.ts';
import { type CaseJudgment, isGranted, type Overruling, type VerdictDraft } from './draft.ts';
import { ordered } from './facts.ts';
import { meetHalfway } from './meet.ts';
import {
  isActing,
  isInForce,
  isOvertaken,
  rivalRank,
  rivals,
  spoiled,
  spoilsport,
  type Tie,
  tiesIn,
} from './rivals.ts';
import { oneVoice } from './voice.ts';

/** Settles one field between the code and all intents that want something of the field. */
export function settleField(
  input: DecideInput,
  own: readonly CaseJudgment[],
): readonly VerdictDraft[] {
  const { context } = input;
  const drift = own[0]?.case.drift;
  if (drift === undefined) return [];
  const judgments = rivals(input, own);
  const code = codeClaim(input, drift);
  const claims = judgments.filter(isGranted).map((one) => claimOf(one, judgments));
  const settlement = settleRegions([code, ...claims], context);
  const spoiler = spoilsport(judgments);
  const ties = tiesIn(settlement, idsOf(judgments));
  const settled = untied(settlement, ties);
  const drafts = judgments.map((one): VerdictDraft => {
    if (one.outcome !== 'reject') return { ...one, settlement: settled };
    return { ...one, settlement: settleRegions([code, ...refusal(input, one)], context) };
  });
  const met = spoiler === undefined ? meetHalfway(drafts, settlement) : drafts;
  const standing = { settlement, spoiler, ties };
  const decided = met.map((draft): VerdictDraft => {
    if (!isGranted(draft) || draft.deal !== undefined) return draft;
    return { ...draft, ...overruling(draft, judgments, standing) };
  });
  return overtakenVerdict(declaredVerdict(oneVoice(decided, spoiler)));
}

/** Of two equally ranked parties neither loses. */
function untied(settlement: Settlement, ties: readonly Tie[]): Settlement {
  const tied = new Set(ties.map(({ loser }) => loser));
  return {
    ...settlement,
    defeated: settlement.defeated.filter(({ claim }) => !tied.has(claim.id)),
  };
}

/** Ids of the intents whose actors acted. */
function idsOf(judgments: readonly CaseJudgment[]): ReadonlySet<string> {
  return new Set(judgments.filter(isActing).map(({ case: { intent } }) => intent.id));
}

interface Standing {
  readonly settlement: Settlement;
  readonly spoiler: CaseJudgment | undefined;
  readonly ties: readonly Tie[];
}

/** What happens to an intent that its own rule would grant. */
function overruling(
  one: CaseJudgment,
  judgments: readonly CaseJudgment[],
  { settlement, spoiler, ties }: Standing,
): Pick<VerdictDraft, 'outcome' | 'overruled'> | undefined {
  const { id, expires } = one.case.intent;
  if (settlement.expired.some((claim) => claim.id === id)) {
    const because = `It was wanted until ${expires}.`;
    const overruled: Overruling = { rule: 'expired', because, conflict: 'temporal' };
    return { outcome: 'expired', overruled };
  }
  const tie = ties.find(({ winner, loser }) => winner === id || loser === id);
  if (tie !== undefined) {
    if (spoiler !== undefined) return spoiled(spoiler, one);
    const others = ties.flatMap(({ winner, loser }) =>
      winner === id ? loser : loser === id ? winner : [],
    );
    return {
      outcome: 'escalate',
      overruled: tied(others.map((other) => nameIn(judgments, other))),
    };
  }
  const defeat = settlement.defeated.find(({ claim }) => claim.id === id);
  if (defeat !== undefined) return outranked(defeat, judgments);
  const first = ties[0];
  const asking =
    spoiler ?? judgments.find(({ case: { intent } }) => first && intent.id === first.winner);
  return asking === undefined ? undefined : spoiled(asking, one);
}

function tied(names: readonly string[]): Overruling {
  const because = `${names.join(' and ')} ${names.length === 1 ? 'wants' : 'want'} something else and ranks the same; being the latest does not win, so a person decides.`;
  return { rule: 'equals', because, conflict: 'value' };
}

function outranked(
  { blame }: Defeat,
  judgments: readonly CaseJudgment[],
): Pick<VerdictDraft, 'outcome' | 'overruled'> {
  const toParty = blame.some((one) =>
    judgments.some((other) => isActing(other) && idOf(other) === one.id),
  );
  const winners = blame.map(({ id }) => nameIn(judgments, id)).join(' and ');
  const verbs = blame.length === 1 ? ['wants', 'outranks'] : ['want', 'outrank'];
  const because =
    winners === ''
      ? 'It asks for something impossible.'
      : `${winners} ${verbs[0]} something else and ${verbs[1]} it.`;
  return { outcome: 'reject', overruled: { rule: 'outranked', because, toParty } };
}

function idOf({ case: { intent } }: CaseJudgment): string {
  return intent.id;
}

/** The name of the actor behind a claim, as readers know them, with the id of the intent. */
function nameIn(judgments: readonly CaseJudgment[], id: string): string {
  const found = judgments.find(({ case: { intent } }) => intent.id === id);
  return found === undefined ? id : `${displayText(found.case.intent.actor.name, 80)} (${id})`;
}

function claimOf(one: CaseJudgment, judgments: readonly CaseJudgment[]): RegionClaim {
  const { intent, want } = one.case;
  const relaxation = one.case.relaxation ?? declaredBefore(one, judgments);
  return {
    id: intent.id,
    want,
    rank: rivalRank(one),
    ...(relaxation === undefined ? {} : { relaxation }),
    ...(intent.expires === undefined ? {} : { expires: intent.expires }),
  };
}

/** What the same principal declared as acceptable beforehand; it also applies when they act. */
function declaredBefore(own: CaseJudgment, judgments: readonly CaseJudgment[]): Want | undefined {
  const { principal } = own.case.intent.actor;
  const same = judgments.filter(
    (one) => isInForce(one) && one.case.intent.actor.principal === principal,
  );
  if (!same.some(isActing)) return undefined;
  const [acceptable] = same
    .filter((one) => !isActing(one) && (isActing(own) || one === own))
    .map(({ case: { want, relaxation } }) => relaxation ?? want);
  return acceptable?.kind === 'range' || acceptable?.kind === 'oneOf' ? acceptable : undefined;
}

/** The rule favors the code over this intent, so the intent gets the lowest weight. */
function refusal(input: DecideInput, one: CaseJudgment): readonly RegionClaim[] {
  const { rule, rank } = one.selection.top;
  const own = claimOf(one, []);
  return [
    { id: `rule ${rule.rule}`, want: codeWant(input, one.case.drift), rank },
    { ...own, rank: { ...own.rank, tier: input.policy.tiers.length + 1 } },
  ];
}

/** The declared code is a claim too, with the weight that the policy gives it. */
function codeClaim(input: DecideInput, drift: Drift): RegionClaim {
  const since = input.declaredSince?.(drift.address, drift.path);
  const rank = codeRank(input.policy, drift, since ?? '');
  return { id: 'code', want: codeWant(input, drift), rank };
}

function codeRank(policy: Policy, { declaredFrom }: Drift, time: string): Rank {
  return {
    tier: rankTier(policy, policy.code.tier),
    priority: policy.code.priority,
    authority: policy.authority.iac ?? 0,
    specificity: 0,
    confidence: declaredFrom === 'code' ? 1 : 0.5,
    time,
    id: 'code',
  };
}

function codeWant(input: DecideInput, { declared, path, type }: Drift): Want {
  switch (declared.kind) {
    case 'value':
      return path.length === 0 || typeof path.at(-1) === 'object'
        ? { kind: 'present' }
        : { kind: 'eq', value: ordered(declared.value, input.isUnordered?.(type, path) === true) };
    case 'absent':
      return { kind: 'absent' };
    case 'redacted':
    case 'unknown':
      return { kind: 'present' };
  }
}

/**
 * The verdicts on parties whose value another actor has replaced, once the field is settled. Of all
 * parties that are granted the same value, the strongest carries it and the others agree.
 */
function overtakenVerdict(drafts: readonly VerdictDraft[]): readonly VerdictDraft[] {
  const open = drafts.filter(
    (draft) => isActing(draft) && isGranted(draft) && draft.deal === undefined,
  );
  const [carrier] = [...open].sort((a, b) => compareRanks(rivalRank(a), rivalRank(b)));
  if (carrier === undefined || !open.some(isOvertaken)) return drafts;
  return drafts.map((draft) => {
    if (!open.includes(draft)) return draft;
    return draft === carrier ? carrying(draft) : agreed(draft, carrier);
  });
}

function carrying(draft: VerdictDraft): VerdictDraft {
  const { overtaken, drift } = draft.case;
  if (draft.outcome !== 'accept' || overtaken === undefined) return draft;
  if (
    canonicalJson(overtaken as unknown as Json) === canonicalJson(drift.live as unknown as Json)
  ) {
    return draft;
  }
  if (overtaken.kind === 'value') return { ...draft, value: overtaken.value };
  if (overtaken.kind === 'absent') return { ...draft, value: null };
  const because = `It should be ${explainSide(overtaken)}; it has to be written by hand.`;
  return { ...draft, outcome: 'escalate', overruled: { rule: 'unseen-value', because } };
}

function agreed(draft: VerdictDraft, carrier: VerdictDraft): VerdictDraft {
  const name = displayText(carrier.case.intent.actor.name, 80);
  const because = `${name} wants the same; it is decided there.`;
  return { ...draft, outcome: 'noop', overruled: { rule: 'agreed', because } };
}
