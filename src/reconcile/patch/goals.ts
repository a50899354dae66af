import type { Decision, Verdict } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import { formatPath } from '../../model/path.ts';
import type { Unresolved } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { upperFirst } from '../../model/words.ts';
import { isContentHash } from '../../providers/catalog/content-hashes.ts';
import { isObjectType } from '../../providers/kubernetes/names.ts';
import { lastDay } from '../../stages/arbitration/time/term.ts';
import type { Goal } from '../../stages/patch/types.ts';

export type Wanted =
  | { readonly kind: 'goal'; readonly goal: Goal }
  /** Nothing is written: the code stays, or a person decides. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unresolved'; readonly unresolved: Unresolved };

/** The change to the code that a verdict requires. */
export function goalFor(drift: Drift, decision: Decision, intent: Intent): Wanted {
  const { verdict } = decision;
  if (isContentHash(drift.type, drift.path)) return replacedContent(drift, decision, intent);
  switch (verdict.outcome) {
    case 'accept':
      return verdict.value === undefined
        ? liveGoal(drift, intent)
        : { kind: 'goal', goal: valueGoal(drift, verdict.value) };
    case 'compromise':
      return verdict.value === undefined
        ? { kind: 'none' }
        : { kind: 'goal', goal: valueGoal(drift, verdict.value) };
    case 'delegate':
      return {
        kind: 'goal',
        goal: {
          ...common(drift),
          kind: 'ignore',
          path: drift.path,
          note: goalNote(verdict, intent),
        },
      };
    case 'escalate':
      return isHidden(drift) ? hidden(drift, intent) : { kind: 'none' };
    case 'reject':
    case 'defer':
    case 'noop':
    case 'expired':
      return { kind: 'none' };
  }
}

function common(drift: Drift): {
  readonly drift: string;
  readonly address: string;
  readonly type: string;
} {
  return { drift: drift.id, address: drift.address, type: drift.type };
}

function valueGoal(drift: Drift, value: Json): Goal {
  return { ...common(drift), kind: 'value', path: drift.path, value };
}

/** The goal that the code has the live value. A masked or unknown value is never written. */
function liveGoal(drift: Drift, intent: Intent): Wanted {
  const { live, creation, credential } = drift;
  if (credential !== undefined) return hidden(drift, intent);
  if (live.kind === 'redacted' || live.kind === 'unknown') return hidden(drift, intent);
  if (drift.path.length === 0) {
    if (live.kind === 'absent') return { kind: 'goal', goal: { ...common(drift), kind: 'delete' } };
    if (creation === undefined) return { kind: 'none' };
    return { kind: 'goal', goal: { ...common(drift), kind: 'create', creation } };
  }
  const last = drift.path.at(-1);
  // Elements in lists of objects have names, so each is a value at its own place.
  if (typeof last === 'object' && !isObjectType(drift.type)) {
    const action = live.kind === 'absent' ? 'remove' : 'add';
    const element = live.kind === 'absent' ? last.element : live.value;
    const path = drift.path.slice(0, -1);
    return { kind: 'goal', goal: { ...common(drift), kind: 'element', path, action, element } };
  }
  return { kind: 'goal', goal: valueGoal(drift, live.kind === 'absent' ? null : live.value) };
}

/**
 * The code does not contain the content, so a person must add it there or deploy the existing
 * content again.
 */
function replacedContent(drift: Drift, { verdict }: Decision, intent: Intent): Wanted {
  if (['defer', 'noop', 'expired'].includes(verdict.outcome)) return { kind: 'none' };
  const isKept = ['accept', 'compromise', 'delegate'].includes(verdict.outcome);
  const [before, after] = [drift.declared, drift.live].map((side) =>
    side.kind === 'value' ? displayText(String(side.value), 80) : 'not known',
  );
  const unresolved: Unresolved = {
    code: 'code-replaced',
    reason: `${displayText(intent.actor.name, 120)} replaced the code of it: the hash was ${before}, and is ${after}.`,
    suggestion: isKept
      ? 'Put the source of what is running where the code takes it from.'
      : 'Deploy it again from where the code takes it; a plain `terraform apply` may see no change.',
    address: drift.address,
    intent: intent.id,
  };
  return { kind: 'unresolved', unresolved };
}

/**
 * True if the new value may not or cannot be seen, or it is unclear whether the resource exists. A
 * person has to write it.
 */
function isHidden({ live, path, credential, coverage }: Drift): boolean {
  if (credential !== undefined) return true;
  if (path.length > 0) return live.kind === 'redacted' || live.kind === 'unknown';
  // Resources that were only touched have a separate finding.
  return live.kind === 'unknown' && coverage !== 'touched';
}

function hidden(drift: Drift, intent: Intent): Wanted {
  const field = displayText(formatPath(drift.path), 120);
  if (drift.credential !== undefined) {
    const place = drift.path.length === 0 ? 'The new resource' : field;
    const reason = `${place} holds ${drift.credential}, which is neither shown nor written anywhere.`;
    const suggestion = 'Renew it, keep it in a secret store, and let the code refer to it there.';
    const { address } = drift;
    return {
      kind: 'unresolved',
      unresolved: { code: 'credential', reason, suggestion, address, intent: intent.id },
    };
  }
  const why =
    drift.live.kind === 'unknown'
      ? sentence(drift.live.why)
      : drift.basis === 'confirmed'
        ? `The provider reads another value of ${field} than the state has, and it is a secret.`
        : `The log masks the new value of ${field}.`;
  return {
    kind: 'unresolved',
    unresolved: {
      code: 'value-not-in-log',
      reason: drift.live.kind === 'redacted' ? `${why} ${until}` : why,
      suggestion: drift.path.length === 0 ? look : 'Write the value by hand.',
      address: drift.address,
      intent: intent.id,
    },
  };
}

const look = 'Check whether it exists; --verify plan asks the provider.';

/** Why the drift of a hidden value stays open: it cannot be compared with the code. */
const until =
  'It cannot be compared: it stays open until a later commit sets it in the code, or a person dismisses it.';

/** Owner, bounds and expiry, for the comment next to `ignore_changes`. */
export function goalNote(verdict: Verdict, intent: Intent): string {
  const { min, max } = verdict.bounds ?? {};
  const bounds = min === undefined && max === undefined ? '' : ` within ${min ?? ''}..${max ?? ''}`;
  const until = verdict.expires === undefined ? '' : ` until ${lastDay(verdict.expires)}`;
  return `owned by ${intent.actor.name}${bounds}${until} (${intent.id})`;
}

function sentence(why: string): string {
  const whole = upperFirst(why);
  return whole.endsWith('.') ? whole : `${whole}.`;
}
