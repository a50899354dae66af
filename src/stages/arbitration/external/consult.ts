import type { Decision, Outcome } from '../../../model/decision.ts';
import type { Drift } from '../../../model/drift.ts';
import { type Json, type JsonObject, own } from '../../../model/json.ts';
import { formatPath } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import { decide } from '../decide.ts';
import type { RuleMatch } from '../rules/types.ts';
import type { DecideInput, Policy } from '../types.ts';
import type {
  ExternalPolicy,
  ExternalPolicyPort,
  ExternalRecord,
  ExternalResponse,
  ExternalRuling,
} from './types.ts';

export interface Consulted extends ExternalRuling {
  /** Why there is no answer; undefined if there is one. */
  readonly problem?: string;
}

/** Outcomes that change the code or keep the cloud's value. */
const permissive: ReadonlySet<Outcome> = new Set(['accept', 'delegate', 'compromise']);

/** Asks an external policy and applies its answer. */
export async function consult(
  judge: ExternalPolicyPort,
  input: DecideInput,
  decisions: readonly Decision[],
  hidden: (drift: Drift) => boolean,
): Promise<Consulted> {
  const reply = await judge.ask(externalQuestion(input, decisions, hidden));
  const record = reply.ok ? reply.value : { name: judge.name, problem: reply.error.message };
  const problem = reply.ok ? {} : { problem: noAnswer(record) };
  return { decisions: afterExternal(input, decisions, record), record, ...problem };
}

/**
 * The decisions after an external policy was asked. It can only make them stricter: an approval
 * that only it gives becomes a question. If it gives no answer, everything that would be written
 * becomes one.
 */
export function afterExternal(
  input: DecideInput,
  decisions: readonly Decision[],
  record: ExternalRecord,
): readonly Decision[] {
  const { answer, problem: _, ...external } = record;
  if (answer === undefined) {
    const why = noAnswer(record);
    return decisions.map((one) =>
      permissive.has(one.verdict.outcome) ? escalated(one, 'external-policy', why) : one,
    );
  }
  const ranked = reranked(input, decisions, answer, external);
  return ranked.map((one) => withAnswer(one, answer, external));
}

function noAnswer({ name, problem = '' }: ExternalRecord): string {
  return `The external policy (${name}) gave no answer: ${problem}`;
}

/**
 * Decides again with the priorities that the external policy gives. Only what was approved before
 * as well stays approved.
 */
function reranked(
  input: DecideInput,
  decisions: readonly Decision[],
  { priorities }: ExternalResponse,
  external: ExternalPolicy,
): readonly Decision[] {
  if (priorities === undefined || Object.keys(priorities).length === 0) return decisions;
  const before = new Map(decisions.map((one) => [keyOf(one), one.verdict.outcome]));
  const again = decide({ ...input, policy: withPriorities(input.policy, priorities) });
  return again.map((one) => {
    const was = before.get(keyOf(one));
    const { outcome } = one.verdict;
    if (outcome === was) return one;
    const note = `The external policy (${nameOf(external)}) ranks the rules differently; without it, this was ${was ?? 'undecided'}.`;
    const noted = { ...one, explanation: [...one.explanation, note] };
    return permissive.has(outcome) ? escalated(noted, 'external-policy', note) : noted;
  });
}

function withPriorities(policy: Policy, priorities: Readonly<Record<string, number>>): Policy {
  const priorityOf = (id: string, before: number): number => own(priorities, id) ?? before;
  const adjust = <T extends Pick<RuleMatch, 'rule' | 'priority'>>(match: T): T => ({
    ...match,
    priority: priorityOf(match.rule, match.priority),
  });
  const { rules } = policy;
  return {
    ...policy,
    rules: {
      rules: rules.rules.map((one) => ({ ...one, priority: priorityOf(one.id, one.priority) })),
      evaluate: (facts) => {
        const { matches, untested } = rules.evaluate(facts);
        return { matches: matches.map(adjust), untested: untested.map(adjust) };
      },
    },
  };
}

function withAnswer(
  decision: Decision,
  { decisions }: ExternalResponse,
  external: ExternalPolicy,
): Decision {
  const own = decisions?.filter((one) => keyOf(one) === keyOf(decision)) ?? [];
  // Of two answers for the same drift, the stricter counts.
  const one = own.find(({ action }) => action === 'escalate') ?? own[0];
  if (one === undefined) return decision;
  const because = `${nameOf(external)} ${one.action === 'veto' ? 'vetoes it' : 'asks for a person'}: ${displayText(one.because, 300)}`;
  if (one.action === 'escalate') return escalated(decision, 'external-policy', because);
  return permissive.has(decision.verdict.outcome)
    ? withOutcome(decision, 'reject', 'external-policy', because)
    : { ...decision, explanation: [...decision.explanation, because] };
}

function escalated(decision: Decision, rule: string, because: string): Decision {
  return decision.verdict.outcome === 'escalate'
    ? { ...decision, explanation: [...decision.explanation, because] }
    : withOutcome(decision, 'escalate', rule, because);
}

function withOutcome(
  decision: Decision,
  outcome: Outcome,
  rule: string,
  because: string,
): Decision {
  const was = `Without the external policy: ${decision.verdict.outcome} by rule ${decision.verdict.rule}.`;
  const explanation = [...decision.explanation, because, was];
  return { ...decision, verdict: { outcome, rule, because }, explanation };
}

function nameOf({ name, digest }: ExternalPolicy): string {
  return digest === undefined ? name : `${name}, ${displayText(digest, 80)}`;
}

function keyOf({ intent, drift }: { readonly intent: string; readonly drift: string }): string {
  return `${intent} ${drift}`;
}

/**
 * The question to an external policy, with the schema `parley/external-policy/v1`: every decision
 * with who, what and why. `hidden` returns true for drifts whose values must not leave this process.
 */
function externalQuestion(
  { policy, context, intents, drifts }: DecideInput,
  decisions: readonly Decision[],
  hidden: (drift: Drift) => boolean,
): JsonObject {
  const intentOf = new Map(intents.map((intent) => [intent.id, intent]));
  const driftOf = new Map(drifts.map((drift) => [drift.id, drift]));
  return {
    schema: 'parley/external-policy/v1',
    now: context.now,
    policy: policy.name,
    rules: policy.rules.rules.map(({ id, tier, priority, outcome }) => ({
      id,
      tier,
      priority,
      outcome,
    })),
    decisions: decisions.map((decision): JsonObject => {
      const intent = intentOf.get(decision.intent);
      const drift = driftOf.get(decision.drift);
      return {
        intent: decision.intent,
        drift: decision.drift,
        address: decision.address,
        type: drift?.type ?? '',
        field: formatPath(decision.path),
        environment: context.environmentOf(decision.address) ?? null,
        ...(drift === undefined || hidden(drift) ? {} : sides(drift)),
        actor: actorOf(intent?.actor),
        purpose: intent?.purpose ?? 'change',
        confidence: intent?.confidence ?? 0,
        ticket: intent?.ticket ?? null,
        verdict: decision.verdict.outcome,
        rule: decision.verdict.rule,
        because: decision.verdict.because,
      };
    }),
  };
}

function sides({ declared, live }: Drift): JsonObject {
  return {
    declared: declared.kind === 'value' ? declared.value : null,
    live: live.kind === 'value' ? live.value : null,
  };
}

function actorOf(actor: DecideInput['intents'][number]['actor'] | undefined): Json {
  if (actor === undefined) return null;
  const { class: kind, name, principal, evidence } = actor;
  return { class: kind, name, principal, trusted: evidence === 'trusted' };
}
