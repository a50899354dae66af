import type { Decision } from '../../model/decision.ts';
import type { Sha256 } from '../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { decide } from '../../stages/arbitration/decide.ts';
import { afterExternal } from '../../stages/arbitration/external/consult.ts';
import type { ExternalRecord } from '../../stages/arbitration/external/types.ts';
import { type DecisionRecord, inputFromRecord } from '../../stages/arbitration/replay/record.ts';
import { jsonDigest } from '../../stages/receipt/digest.ts';
import { inputName } from '../../stages/receipt/input-name.ts';
import type { ReadStatement } from '../../stages/receipt/statement.ts';
import { draftKey } from './drafts.ts';
import { policyOfDocument } from './policy-document.ts';

/** Replays receipts, deciding only once for all that have the same inputs. */
export interface Replayer {
  /** The decision, if it equals the receipt byte for byte; else why it does not. */
  replay(receipt: ReadStatement): Promise<Result<Decision>>;
}

/** `input` returns an input of a receipt by its SHA-256, or undefined where it is missing. */
export function createReplayer(input: (digest: Sha256) => Promise<string | undefined>): Replayer {
  const decided = new Map<string, Promise<Result<DecidedAgain>>>();
  return {
    async replay(receipt) {
      const { kind, predicate } = receipt;
      const { decided: expected, settled, about, inputs } = predicate;
      if (kind !== 'decision') return fail(noDecision(receipt));
      if (typeof expected !== 'string') return fail(notByPolicy(receipt));
      const key = JSON.stringify([inputs['arbitration'], inputs['policy'], inputs['external']]);
      const known = decided.get(key) ?? decideAgain(receipt, input);
      decided.set(key, known);
      const all = await known;
      if (!all.ok) return all;
      const one = draftKey({ intent: String(about['intent']), drift: String(about['drift']) });
      const ruled = all.value.ruled.get(one);
      if (ruled === undefined || jsonDigest(ruled) !== expected)
        return fail(another(receipt, ruled));
      if (settled === undefined) return ok(ruled);
      const again = all.value.settled.get(one);
      return again !== undefined && jsonDigest(again) === settled
        ? ok(again)
        : fail(another(receipt, again));
    },
  };
}

/** Both maps are by intent and drift. */
interface DecidedAgain {
  readonly ruled: ReadonlyMap<string, Decision>;
  /** After the external policy; empty where none was consulted. */
  readonly settled: ReadonlyMap<string, Decision>;
}

async function decideAgain(
  receipt: ReadStatement,
  input: (digest: Sha256) => Promise<string | undefined>,
): Promise<Result<DecidedAgain>> {
  const found: Record<string, string> = {};
  const { inputs } = receipt.predicate;
  for (const name of ['arbitration', 'policy', 'external']) {
    // An external policy is not consulted again: its answer was kept.
    if (name === 'external' && inputs[name] === undefined) continue;
    const text = await input(inputs[name] ?? '');
    if (text === undefined) return fail(missing(receipt, name));
    found[name] = text;
  }
  const policy = await policyOfDocument(found['policy'] ?? '');
  if (!policy.ok) return policy;
  // Its digest matches the signed one, so Parley wrote it and it needs no further check.
  const record = JSON.parse(found['arbitration'] ?? '') as DecisionRecord;
  const recorded = inputFromRecord(record, policy.value);
  const ruled = decide(recorded);
  const external = found['external'];
  const settled =
    external === undefined
      ? []
      : afterExternal(recorded, ruled, JSON.parse(external) as ExternalRecord);
  return ok({ ruled: byKey(ruled), settled: byKey(settled) });
}

function byKey(decisions: readonly Decision[]): ReadonlyMap<string, Decision> {
  return new Map(decisions.map((decision) => [draftKey(decision), decision]));
}

function noDecision({ id, kind }: ReadStatement): Problem {
  return {
    code: 'replay-no-decision',
    message: `The receipt ${id.slice(0, 16)} is of kind ${kind}: only decisions can be replayed.`,
    hint: '`parley receipt show` lists the receipts of decisions.',
  };
}

function notByPolicy({ id }: ReadStatement): Problem {
  return {
    code: 'replay-not-by-policy',
    message: `The decision of the receipt ${id.slice(0, 16)} follows from a delegation that ended or from a plan, not from the policy.`,
    hint: 'Its explanation says which: `parley receipt show ID`.',
  };
}

function missing({ id }: ReadStatement, name: string): Problem {
  return {
    code: 'replay-input-missing',
    message: `The ${inputName(name)} that the receipt ${id.slice(0, 16)} rests on is missing.`,
    hint: 'A text with a credential in it is not kept; otherwise restore `.parley/receipts/inputs` from a backup, or export the receipt where the text is.',
  };
}

function another({ id }: ReadStatement, again: Decision | undefined): Problem {
  const now =
    again === undefined ? 'no decision' : `${again.verdict.outcome} by ${again.verdict.rule}`;
  return {
    code: 'replay-differs',
    message: `Replaying the inputs of the receipt ${id.slice(0, 16)} gives ${now}, which is not byte for byte what was signed.`,
    hint: 'Replay it with the version that the receipt names; there it must not differ.',
  };
}
