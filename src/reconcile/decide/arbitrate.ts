import type { StateIndex } from '../../code/terraform/state/types.ts';
import type { Contention } from '../../model/contention.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import type { Unresolved } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { isSensitive } from '../../providers/schema/query.ts';
import { contentionsIn } from '../../stages/arbitration/conflict/contentions.ts';
import { decide } from '../../stages/arbitration/decide.ts';
import {
  declaredIntents,
  markAnnounced,
} from '../../stages/arbitration/declare/declared-intents.ts';
import { consult } from '../../stages/arbitration/external/consult.ts';
import type { ExternalRuling } from '../../stages/arbitration/external/types.ts';
import { type DecisionRecord, recordedInput } from '../../stages/arbitration/replay/record.ts';
import type { Clock } from '../../stages/arbitration/time/clock.ts';
import type { DecideInput } from '../../stages/arbitration/types.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import type { CodeHistory } from '../managed/code-history.ts';
import { declaredAt } from '../managed/declared.ts';
import { createOwnerLookup } from '../managed/delegations.ts';
import { declaredObject, objectLimits, objectTags } from '../managed/objects.ts';
import { createScalingLimits } from '../managed/scaling-limits.ts';
import type { Stage } from '../stages.ts';
import { decidedGrants, grantedIn } from './granted.ts';

/**
 * The inferred intents, marked if their actor announced them, and the intents declared beforehand.
 */
export function withDeclared(
  { input }: Stage,
  net: NetDriftResult,
  inferred: readonly Intent[],
): readonly Intent[] {
  const declared = declaredIntents(input.people.declarations ?? [], net.drifts);
  if (declared.length === 0) return inferred;
  const drifts = new Map(net.drifts.map((drift) => [drift.id, drift]));
  return [...markAnnounced(inferred, declared, drifts), ...declared];
}

/** Everything that the verdicts are based on. */
export function createDecideInput(
  stage: Stage & { readonly harmOf: NonNullable<DecideInput['harmOf']>; readonly clock: Clock },
  net: NetDriftResult,
  intents: readonly Intent[],
  history: CodeHistory,
): DecideInput {
  const { input, ingested, loaded, index, manifests } = stage;
  const { evaluation } = loaded.project;
  const hint = schemaHints(input.providers.schema);
  const actorOf = (event: string) => ingested.events.get(event)?.actor;
  const declared = (address: string, path: AttributePath): Json | undefined => {
    const object = declaredObject(manifests, address, path);
    if (object !== undefined) return object;
    const { value } = declaredAt(evaluation, index, address, path);
    return value.kind === 'value' ? value.value : undefined;
  };
  const scalingLimits = createScalingLimits(index, declared);
  return {
    intents,
    drifts: net.drifts,
    policy: input.judging.policy,
    context: {
      ...input.judging.context((address) => ({
        ...tagsOf(index, address),
        ...objectTags(manifests, address),
      })),
      ...(stage.clock.compared === undefined ? {} : { compared: stage.clock.compared }),
    },
    actorOf,
    ownerOf: createOwnerLookup(loaded.project, input.startedAt, actorOf, net.drifts),
    declared,
    declaredSince: history.since,
    grantedAt: decidedGrants([
      ...grantedIn(input.earlier.memory),
      ...(input.earlier.granted ?? []),
    ]),
    limitsOf: (address, path) => objectLimits(manifests, address) ?? scalingLimits(address, path),
    harmOf: stage.harmOf,
    approvals: input.people.approvals ?? [],
    isUnordered: (type, path) => hint(type, path)?.collection === 'set',
  };
}

export interface Arbitrated {
  readonly decisions: readonly Decision[];
  /**
   * The decisions before an external policy modified them, which can be reproduced from the record.
   */
  readonly ruled: readonly Decision[];
  /** What the policy's verdicts are based on, before an external policy modified them. */
  readonly record: DecisionRecord;
  /** The ruling of an external policy, if one was queried. */
  readonly external?: ExternalRuling;
  readonly unresolved: readonly Unresolved[];
}

/** The verdict on every drift of every intent, including the ruling of an external policy. */
export async function arbitrate(
  {
    input: {
      judging: { external },
      providers: { schema },
    },
  }: Stage,
  input: DecideInput,
): Promise<Arbitrated> {
  const recording = recordedInput(input);
  const decisions = decide(recording.input);
  if (external === undefined || decisions.length === 0) {
    return { decisions, ruled: decisions, record: recording.record(), unresolved: [] };
  }
  const hidden = ({ type, path }: Drift) => isSensitive(schema, type, path);
  const { problem, ...ruling } = await consult(external, recording.input, decisions, hidden);
  const unresolved = problem === undefined ? [] : [{ code: 'external-policy', reason: problem }];
  return {
    ...{ decisions: ruling.decisions, ruled: decisions, record: recording.record() },
    external: ruling,
    unresolved,
  };
}

function tagsOf(index: StateIndex, address: string): JsonObject {
  const resource = index.get(address);
  const tags = resource?.attribute('tags_all') ?? resource?.attribute('tags');
  return isJsonObject(tags) ? tags : {};
}

/** Automations that undo each other, including cases with no drift left at the end. */
export function findContentions(
  { input, ingested }: Stage,
  { drifts, reverted }: NetDriftResult,
): readonly Contention[] {
  const actorOf = (event: string) => ingested.events.get(event)?.actor;
  return contentionsIn(drifts, reverted, actorOf, input.judging.policy.contention);
}

/**
 * A contention whose changes cancelled out has no decision to report it, but a person must still
 * look at it.
 */
export function silentContentions(contentions: readonly Contention[]): readonly Unresolved[] {
  return contentions
    .filter(({ drifts }) => drifts.length === 0)
    .map(({ address, paths, parties, alternations, window }) => {
      const fields = paths.map((path) => formatPath(path) || 'existence').join(', ');
      const names = parties.map(({ name }) => displayText(name, 80)).join(' and ');
      return {
        code: 'contention',
        address,
        reason: `${names} keep undoing each other on ${displayText(fields, 160)} (${alternations} turns from ${window.from} to ${window.to}).`,
        suggestion: 'Decide who owns it, and stop the other.',
      };
    });
}
