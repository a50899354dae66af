import type { Actor } from '../../model/actor.ts';
import type { Decision, Outcome, Verdict } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { contentId } from '../../model/id.ts';
import type { Intent } from '../../model/intent.ts';
import { formatCount } from '../../model/words.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import type { Clock } from '../../stages/arbitration/time/clock.ts';
import { dayAfter } from '../../stages/arbitration/time/term.ts';
import { findDelegations, type PatchDelegation } from '../../stages/patch/terraform/delegation.ts';
import type { Goal } from '../../stages/patch/types.ts';
import type { LiveState } from '../drift/read-back.ts';
import { goalFor, goalNote } from '../patch/goals.ts';
import type { Stage } from '../stages.ts';
import { standingAnswers } from './answers.ts';
import { chooseEnding, type EndingChoice, endedRule } from './ended-choice.ts';
import { type EndedField, endedFields } from './ended-field.ts';

/** A delegation that has ended, with the resulting findings and goals of a run. */
export interface Expiry {
  readonly drifts: readonly Drift[];
  readonly intent: Intent;
  readonly decisions: readonly Decision[];
  readonly goals: readonly Goal[];
  /** A person's answer about what happens to it. */
  readonly answer?: GivenAnswer;
}

/** The actor is Parley, since its own rule ends. */
const parley: Actor = {
  class: 'iac',
  principal: 'parley',
  name: 'Parley',
  signature: 'own-delegation',
  evidence: 'trusted',
};

/** Delegations in the code whose last day has passed. The observe policy ends none. */
export function endedDelegations({ input, loaded }: Stage): readonly PatchDelegation[] {
  if (input.judging.policy.name === 'observe') return [];
  return findDelegations(loaded.project, input.startedAt).filter(({ expired }) => expired);
}

/** Reports the ends of all delegations in the code whose last day has not passed. */
export function compareEnds({ input, loaded }: Stage, compared: (moment: number) => void): void {
  for (const { until, expired } of findDelegations(loaded.project, input.startedAt)) {
    if (until !== undefined && !expired) compared(Date.parse(dayAfter(until)));
  }
}

/** Determines the live values of the ended delegations, and what happens to them. */
export function endDelegations(
  stage: Stage,
  left: readonly Drift[],
  live: LiveState | undefined,
  clock: Clock,
): readonly Expiry[] {
  return endedDelegations(stage)
    .map((delegation) =>
      expiryOf(stage, delegation, endedFields(stage, delegation, left, live), clock),
    )
    .filter(({ drifts }) => drifts.length > 0);
}

function expiryOf(
  stage: Stage,
  delegation: PatchDelegation,
  fields: readonly EndedField[],
  clock: Clock,
): Expiry {
  const { input } = stage;
  const asked = intentOf(delegation, fields);
  const [answer] = standingAnswers(input.people.answers ?? [], [asked], [], clock);
  const choice = chooseEnding(delegation, fields, answer, input.judging.policy.delegationDays);
  const intent = choice.kind === 'extend' ? extended(asked, delegation, choice.owner) : asked;
  const decisions = fields.map((field) => decisionOf(delegation, intent, field, choice));
  return {
    drifts: fields.map(({ drift }) => drift),
    intent,
    decisions,
    goals: goalsFor(delegation, intent, fields, decisions, choice),
    ...(answer === undefined ? {} : { answer }),
  };
}

function intentOf(delegation: PatchDelegation, fields: readonly EndedField[]): Intent {
  const { resource, entry, note, owner, until = '' } = delegation;
  return {
    id: contentId('i', { resource, entry, note }),
    actor: parley,
    summary: `Ended the delegation of ${entry} of ${resource} to ${owner}`,
    purpose: 'maintenance',
    confidence: 1,
    rule: endedRule,
    drifts: fields.map(({ drift }) => drift.id).sort(),
    wants: [],
    window: { from: `${until}T00:00:00Z`, to: `${until}T23:59:59Z` },
  };
}

/** The intent belongs to the actor who continues to own the field. */
function extended(
  intent: Intent,
  { resource, entry, owner }: PatchDelegation,
  actor: Actor,
): Intent {
  return {
    ...intent,
    actor,
    summary: `Extended the delegation of ${entry} of ${resource} to ${owner}`,
  };
}

function decisionOf(
  delegation: PatchDelegation,
  intent: Intent,
  { drift, agrees }: EndedField,
  choice: EndingChoice,
): Decision {
  const { owner, entry, resource, until } = delegation;
  const verdict: Verdict = {
    outcome: outcomeOf(choice, agrees),
    rule: endedRule,
    because: `${owner} owned ${entry} of ${resource} until ${until}. ${choice.because}`,
    ...(choice.kind === 'extend' ? choice.term : {}),
    ...(choice.kind === 'wait' && choice.until !== undefined ? { expires: choice.until } : {}),
  };
  return {
    intent: intent.id,
    drift: drift.id,
    address: drift.address,
    path: drift.path,
    verdict,
    explanation: [
      `The note in ${delegation.file}:${delegation.line} says until when the delegation holds.`,
      basisText(drift),
      'The answers `accept` (the code says what is live), `revert` (the code stays as it is), `delegate` (another term) and `hold` decide otherwise; so does another date in the note.',
    ],
  };
}

function outcomeOf({ kind }: EndingChoice, agrees: boolean): Outcome {
  switch (kind) {
    case 'write':
      return agrees ? 'expired' : 'accept';
    case 'drop':
      return 'expired';
    case 'extend':
      return 'delegate';
    case 'wait':
      return 'defer';
    case 'ask':
      return 'escalate';
  }
}

function basisText({ live, basis, evidence }: Drift): string {
  if (live.kind === 'unknown')
    return 'Its live value is not known: `--verify plan` asks the provider.';
  if (basis === 'confirmed') return 'The provider reads its live value.';
  if (evidence.length === 0) return 'A call in the log set it to what it was before.';
  return `Its live value is what ${formatCount(evidence.length, 'event')} in the log led to.`;
}

/**
 * While anything is open, nothing is written; otherwise one patch removes the rule and writes the
 * values.
 */
function goalsFor(
  delegation: PatchDelegation,
  intent: Intent,
  fields: readonly EndedField[],
  decisions: readonly Decision[],
  choice: EndingChoice,
): readonly Goal[] {
  const { type, entry, note, path } = delegation;
  const [first] = [...fields.filter(({ agrees }) => !agrees), ...fields];
  const [decision] = decisions;
  if (first === undefined || decision === undefined) return [];
  const { drift } = first;
  const common = { drift: drift.id, address: drift.address, type };
  switch (choice.kind) {
    case 'ask':
    case 'wait':
      return [];
    case 'extend':
      return [
        {
          ...common,
          kind: 'ignore',
          path,
          note: goalNote(decision.verdict, intent),
          instead: note,
        },
      ];
    case 'drop':
      return [{ ...common, kind: 'unignore', entry, note }];
    case 'write':
      return [
        { ...common, kind: 'unignore', entry, note },
        ...valueGoals(intent, fields, decisions),
      ];
  }
}

function valueGoals(
  intent: Intent,
  fields: readonly EndedField[],
  decisions: readonly Decision[],
): readonly Goal[] {
  return fields.flatMap(({ drift, agrees }) => {
    const decision = decisions.find((one) => one.drift === drift.id);
    if (agrees || decision === undefined) return [];
    const wanted = goalFor(drift, decision, intent);
    return wanted.kind === 'goal' ? [wanted.goal] : [];
  });
}
