import { decide } from '../../src/arbitration/decide.ts';
import { declaredIntents, markAnnounced } from '../../src/arbitration/declare/declared-intents.ts';
import { builtInPolicy } from '../../src/arbitration/policies/built-in.ts';
import type { ArbitrationContext, DecideInput, Policy } from '../../src/arbitration/types.ts';
import { inferIntents } from '../../src/intent/infer.ts';
import type { Actor, ActorClass } from '../../src/model/actor.ts';
import type { Decision } from '../../src/model/decision.ts';
import type { Declaration } from '../../src/model/declaration.ts';
import type { Drift } from '../../src/model/drift.ts';
import type { Intent } from '../../src/model/intent.ts';
import type { Json } from '../../src/model/json.ts';
import { pathKey } from '../../src/model/path.ts';
import { actor, event, lookup } from '../intent/make.ts';

export const now = '2026-03-14T08:00:00Z';

export function policyNamed(name: string): Policy {
  const found = builtInPolicy(name);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

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
  /** Makers of other events. */
  readonly others?: Readonly<Record<string, Actor>>;
  readonly context?: Partial<ArbitrationContext>;
  readonly policy?: string;
  /** Values of the code beside the drifts: path (as `min_size`) -> value. */
  readonly code?: Readonly<Record<string, Json>>;
  readonly intent?: Partial<Intent>;
  /** Whatever else the decision is told. */
  readonly input?: Partial<DecideInput>;
  readonly declarations?: readonly Declaration[];
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
