import type { Decision } from '../../../model/decision.ts';
import type { Drift } from '../../../model/drift.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import { formatPath } from '../../../model/path.ts';
import type { DecideInput } from '../types.ts';

/**
 * The question to an external policy, with the schema `parley/external-policy/v1`: every decision
 * with who, what and why. `hidden` returns true for drifts whose values must not leave this process.
 */
export function externalQuestion(
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
