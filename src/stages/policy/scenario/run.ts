import type { Decision } from '../../../model/decision.ts';
import { canonicalJson } from '../../../model/json.ts';
import { decides } from '../../../model/parties.ts';
import { dottedPath, pathKey } from '../../../model/path.ts';
import type { HarmFacts } from '../../../providers/harm/table/types.ts';
import { decide } from '../../arbitration/decide.ts';
import type { DecideInput, Policy } from '../../arbitration/types.ts';
import { scenarioInput } from './input.ts';
import type { Expectation, Meant, Scenario, Situated } from './schema.ts';

export interface ScenarioResult {
  readonly name: string;
  /** Unmet expectations, one sentence each; empty if the scenario passed. */
  readonly failures: readonly string[];
  readonly decisions: readonly Decision[];
}

/**
 * Decides a scenario and compares the result with its expectations. Harm is derived from the facts.
 */
export function runScenario(scenario: Scenario, policy: Policy, facts: HarmFacts): ScenarioResult {
  const input = scenarioInput(scenario, policy, facts);
  const decisions = decide(input);
  const expected = Array.isArray(scenario.expect) ? scenario.expect : [scenario.expect];
  const failures = expected.flatMap((one) => failuresOf(one, scenario, input, decisions));
  return { name: scenario.name, failures, decisions };
}

function failuresOf(
  expected: Expectation,
  scenario: Scenario,
  input: DecideInput,
  decisions: readonly Decision[],
): readonly string[] {
  const meant = meantBy(expected, scenario, input, decisions);
  if (meant.length === 0) return ['No decision concerns what it expects.'];
  return meant.flatMap((decision) => compare(expected, decision));
}

/** The decisions to which an expectation refers. */
export function meantBy(
  about: Meant,
  scenario: Situated,
  input: DecideInput,
  decisions: readonly Decision[],
): readonly Decision[] {
  const found = decisions.filter((decision) => isMeant(about, scenario, input, decision));
  // An expectation without an actor refers to what happens to the field.
  return about.by === undefined ? acting(found) : found;
}

/** The deciding one of a field's decisions, or all of them if none of those given decides. */
function acting(about: readonly Decision[]): readonly Decision[] {
  const drifts = new Set(about.filter(decides).map(({ drift }) => drift));
  return about.filter((one) => decides(one) || !drifts.has(one.drift));
}

function isMeant(
  { at, field, by, declared }: Meant,
  scenario: Situated,
  input: DecideInput,
  decision: Decision,
): boolean {
  if (at !== undefined && decision.address !== at) return false;
  if (field !== undefined && !isField(decision, field)) return false;
  const intent = input.intents.find(({ id }) => id === decision.intent);
  if ((intent?.declared === true) !== declared) return false;
  if (by === undefined) return true;
  return intent?.actor.name === (scenario.actors[by]?.name ?? by);
}

/** True for the field itself or a member of its collection. */
function isField({ path }: Decision, field: string): boolean {
  const plain = path.filter((step) => typeof step !== 'object');
  return pathKey(plain) === pathKey(dottedPath(field));
}

function compare(
  expected: Expectation,
  { address, path, verdict, explanation }: Decision,
): readonly string[] {
  const where = `${address} ${path.filter((step) => typeof step !== 'object').join('.')}`.trim();
  const failures: string[] = [];
  const differs = (what: string, wanted: string, found: string) =>
    failures.push(`${where}: expected ${what} ${wanted}, and it is ${found} (${verdict.because})`);
  if (verdict.outcome !== expected.verdict) {
    differs('verdict', expected.verdict, `${verdict.outcome} by ${verdict.rule}`);
  } else if (expected.rule !== undefined && verdict.rule !== expected.rule) {
    differs('rule', expected.rule, verdict.rule);
  }
  const { because, explained } = expected;
  if (because !== undefined && !because.test(verdict.because)) {
    failures.push(`${where}: the reason does not match /${because.pattern()}/: ${verdict.because}`);
  }
  if (explained !== undefined && !explanation.some((line) => explained.test(line))) {
    failures.push(
      `${where}: no line of the explanation matches /${explained.pattern()}/: ${explanation.join(' | ')}`,
    );
  }
  if (expected.value !== undefined) {
    const found = verdict.value ?? null;
    if (canonicalJson(found) !== canonicalJson(expected.value)) {
      differs('value', JSON.stringify(expected.value), JSON.stringify(found));
    }
  }
  if (expected.expires !== undefined && verdict.expires !== expected.expires) {
    differs('expiry', expected.expires, verdict.expires ?? 'none');
  }
  return failures;
}
