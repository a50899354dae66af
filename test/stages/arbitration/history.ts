import type { Actor } from '../../../src/model/actor.ts';
import type { Decision } from '../../../src/model/decision.ts';
import type { Declaration } from '../../../src/model/declaration.ts';
import type { Drift, Write } from '../../../src/model/drift.ts';
import type { Json } from '../../../src/model/json.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import {
  declaredIntents,
  markAnnounced,
} from '../../../src/stages/arbitration/declare/declared-intents.ts';
import type { DecideInput } from '../../../src/stages/arbitration/types.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import type { EvidenceEvent } from '../../../src/stages/intent/types.ts';
import { makeDrift } from '../intent/make.ts';
import { contextOf, policyNamed } from './scene.ts';

/** Somebody sets the field of a history. */
export interface Call {
  readonly by: Actor;
  readonly to: Json;
}

export interface History {
  readonly address?: string;
  /** The type, for a cluster's object, whose address does not contain it. */
  readonly type?: string;
  readonly path?: AttributePath;
  /** The declared value. */
  readonly code: Json;
  /** In order, ten minutes apart. */
  readonly calls: readonly Call[];
  /** Declared values of other fields: path (such as `min_size`) -> value. */
  readonly beside?: Readonly<Record<string, number>>;
  readonly declarations?: readonly Omit<Declaration, 'address' | 'path'>[];
  readonly input?: Partial<DecideInput>;
}

const start = Date.parse('2026-03-14T01:00:00Z');

function timeOf(index: number): string {
  return new Date(start + index * 600_000).toISOString().replace('.000Z', 'Z');
}

/** The drift that results from the calls; setting the value that is already there is no change. */
function driftOf({
  address,
  type,
  path,
  code,
  calls,
}: Required<Pick<History, 'address' | 'path'>> & History): Drift {
  let value = code;
  const writes = calls.flatMap(({ to }, index): Write[] => {
    if (to === value) return [];
    value = to;
    return [{ event: `e${index}`, time: timeOf(index), value: { kind: 'value', value: to } }];
  });
  const evidence = writes.map(({ event }) => event);
  const more = type === undefined ? {} : { type };
  return makeDrift(address, path, code, value, { evidence, writes, ...more });
}

export function historyInput(history: History): DecideInput {
  const { address = 'aws_autoscaling_group.web', path = ['desired_capacity'] } = history;
  const events = new Map(
    history.calls.map(({ by }, index): [string, EvidenceEvent] => {
      const id = `e${index}`;
      return [id, { id, time: timeOf(index), actor: by }];
    }),
  );
  const drift = driftOf({ ...history, address, path });
  const inferred = inferIntents({ drifts: [drift], event: (id) => events.get(id) });
  const declarations = (history.declarations ?? []).map((one) => ({ ...one, address, path }));
  const declared = declaredIntents(declarations, [drift]);
  return {
    intents: [...markAnnounced(inferred, declared, new Map([[drift.id, drift]])), ...declared],
    drifts: [drift],
    policy: policyNamed('default'),
    context: contextOf(),
    actorOf: (id) => events.get(id)?.actor,
    declared: (_address, at) => history.beside?.[String(at.at(-1))],
    ...history.input,
  };
}

export function decideOn(history: History): readonly Decision[] {
  return decide(historyInput(history));
}

/** `maria accept person 14400`; the party that decides comes first. */
export function lines(decisions: readonly Decision[], input: DecideInput): readonly string[] {
  const names = new Map(input.intents.map(({ id, actor }) => [id, actor.name]));
  return decisions.map(({ intent, verdict: { outcome, rule, value } }) =>
    [names.get(intent), outcome, rule, ...(value === undefined ? [] : [value])].join(' '),
  );
}
