import type { Actor, ActorClass } from '../../../src/model/actor.ts';
import type { Decision } from '../../../src/model/decision.ts';
import type { Declaration } from '../../../src/model/declaration.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import type { Json } from '../../../src/model/json.ts';
import { pathKey } from '../../../src/model/path.ts';
import { readDriftHarm } from '../../../src/providers/harm/read.ts';
import { loadHarmFacts } from '../../../src/providers/harm/table/load.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import {
  declaredIntents,
  markAnnounced,
} from '../../../src/stages/arbitration/declare/declared-intents.ts';
import type {
  ArbitrationContext,
  DecideInput,
  Policy,
} from '../../../src/stages/arbitration/types.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import { builtInFile } from '../../../src/stages/policy/built-in/files.ts';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';
import type { GuardedRule } from '../../../src/stages/policy/guarded-rules.ts';
import { actor, event, lookup } from '../intent/make.ts';

export const now = '2026-03-14T08:00:00Z';

export const defaultRules: readonly GuardedRule[] = rulesOf('default');

function rulesOf(name: string): readonly GuardedRule[] {
  const read = readPolicyFile(builtInFile(name) ?? '', name);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.rules;
}

const read = new Map<string, Policy>();

export function policyNamed(name: string): Policy {
  const known = read.get(name);
  if (known !== undefined) return known;
  const found = builtInPolicy(name);
  if (!found.ok) throw new Error(found.error.message);
  read.set(name, found.value);
  return found.value;
}

const facts = loadHarmFacts();
const own = { accounts: ['123456789012'] };

export function contextOf(more: Partial<ArbitrationContext> = {}): ArbitrationContext {
  return {
    now,
    incidents: [],
    maintenance: [],
    freezes: [],
    deployers: [],
    environmentOf: () => 'production',
    ...more,
  };
}

export interface Scene {
  readonly drifts: readonly Drift[];
  /** Who made event `e1`. */
  readonly by: Actor;
  /** Who made the other events. */
  readonly others?: Readonly<Record<string, Actor>>;
  readonly context?: Partial<ArbitrationContext>;
  readonly policy?: string;
  /** Declared values of other fields: path (such as `min_size`) -> value. */
  readonly code?: Readonly<Record<string, Json>>;
  readonly intent?: Partial<Intent>;
  /** Any other input of the decision. */
  readonly input?: Partial<DecideInput>;
  readonly declarations?: readonly Declaration[];
  /** Whether harm is rated by the facts; otherwise nothing is known to be harmful. */
  readonly weighed?: boolean;
}

export function inputOf(scene: Scene): DecideInput {
  const makers: Readonly<Record<string, Actor>> = { e1: scene.by, ...scene.others };
  const events = Object.entries(makers).map(([id, who], index) => event(id, index + 1, who));
  const find = lookup(events);
  const inferred = inferIntents({ drifts: scene.drifts, event: find }).map((intent) => ({
    ...intent,
    ...scene.intent,
  }));
  const declaredHere = new Map(
    Object.entries(scene.code ?? {}).map(([name, value]) => [
      pathKey(name.split('.').map(step)),
      value,
    ]),
  );
  const declared = declaredIntents(scene.declarations ?? [], scene.drifts);
  const drifts = new Map(scene.drifts.map((drift) => [drift.id, drift]));
  return {
    intents: [...markAnnounced(inferred, declared, drifts), ...declared],
    drifts: scene.drifts,
    policy: policyNamed(scene.policy ?? 'default'),
    context: contextOf(scene.context),
    actorOf: (id) => find(id)?.actor,
    ...(scene.weighed === true && { harmOf: (drift) => readDriftHarm(facts, drift, own) }),
    declared: (_address, path) => declaredHere.get(pathKey(path)),
    ...scene.input,
  };
}

function step(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

export function play(scene: Scene): readonly Decision[] {
  return decide(inputOf(scene));
}

export const claimed = (who: Actor): Actor => ({ ...who, evidence: 'claimed' });
export const by = (kind: ActorClass, name: string = kind): Actor => actor(name, kind);
