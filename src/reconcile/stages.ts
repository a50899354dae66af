import type { Manifests } from '../code/manifests/sources/estate.ts';
import { parseAddress } from '../code/terraform/address.ts';
import type { Configuration } from '../code/terraform/config/configuration.ts';
import { createStateEstate } from '../code/terraform/state/estate.ts';
import type { StateIndex } from '../code/terraform/state/types.ts';
import type { Drift, DriftValue } from '../model/drift.ts';
import type { Effect } from '../model/effect.ts';
import type { AuditEvent } from '../model/event.ts';
import type { HarmReading } from '../model/harm.ts';
import type { Intent } from '../model/intent.ts';
import type { KeptEvent } from '../ports/store/kept-event.ts';
import type { Memory } from '../ports/store/memory.ts';
import { atomsOf, elementRule } from '../providers/catalog/elements.ts';
import type { Translation } from '../providers/catalog/registry.ts';
import type { Estate } from '../providers/catalog/types.ts';
import { equivalent } from '../stages/drift/equal.ts';
import { schemaHints } from '../stages/drift/hints.ts';
import { netDrift } from '../stages/drift/net-drift.ts';
import type { NetDriftResult } from '../stages/drift/types.ts';
import { inferIntents } from '../stages/intent/infer.ts';
import type { FormerAddresses } from './decide/answered-field.ts';
import type { LiveState } from './drift/read-back.ts';
import { readingAt } from './drift/readings.ts';
import type { Ingested } from './ingest/ingest.ts';
import type { Translated } from './ingest/translate.ts';
import { codeBehind } from './managed/code-behind.ts';
import { baselineAt, declaredAt, isSecretAttribute } from './managed/declared.ts';
import { leftToOthers } from './managed/delegations.ts';
import { homeIn } from './managed/home.ts';
import { knownIn } from './managed/known-resources.ts';
import type { Loaded } from './managed/load-project.ts';
import {
  manifestProblems,
  type ObjectDrift,
  translateObject,
  withObjects,
} from './managed/objects.ts';
import { ownership } from './managed/ownership.ts';
import { createWholeFinder } from './managed/wholes.ts';
import { withAliases } from './memory/aliases.ts';
import { createFormerAddresses } from './memory/former-addresses.ts';
import { type Replaced, valuesBefore } from './memory/replaced.ts';
import type { RunInput } from './run-input.ts';

/** The common input of all later stages: the inputs, the log as read, the code and the state. */
export interface Stage {
  /** With the memory under the addresses that the code has now. */
  readonly input: RunInput;
  /** The memory as it is stored. */
  readonly stored: Memory | undefined;
  readonly replaced: Replaced;
  readonly ingested: Ingested;
  readonly loaded: Loaded;
  readonly index: StateIndex;
  /** Objects of clusters, if the run has manifests. */
  readonly manifests?: Manifests | undefined;
}

/** Adds readings that take the place of events that were not logged. */
export function withObserved(stage: Stage, observed: readonly KeptEvent[]): Stage {
  if (observed.length === 0) return stage;
  const { ingested } = stage;
  const more = observed.map((each) => [each.id, each] as const);
  return { ...stage, ingested: { ...ingested, events: new Map([...ingested.events, ...more]) } };
}

/** Creates a function that translates each event as it is read. */
export function createTranslator(
  input: RunInput,
  { project: { evaluation } }: Loaded,
  index: StateIndex,
  manifests?: Manifests,
): (event: AuditEvent) => Translation {
  const estate = createStateEstate(index, (address, attribute) => {
    const location = evaluation.locate(address, [attribute]);
    return location !== undefined && location.kind !== 'absent';
  });
  return (event) =>
    translateObject(manifests, event) ?? input.providers.catalog.translate(event, estate);
}

/** Finds managed resources by the names in the state or in earlier runs. */
export function knownEstate({ input, replaced, loaded, index }: Stage): Pick<Estate, 'find'> {
  const { evaluation } = loaded.project;
  return withAliases(
    createStateEstate(index, () => false),
    input.earlier.memory,
    (address) =>
      index.get(address) !== undefined ||
      declaredAt(evaluation, index, address, []).value.kind !== 'absent',
    replaced,
  );
}

/** Finds the addresses under which earlier runs knew the resources of drifts. */
export function formerAddressesIn(stage: Stage): FormerAddresses {
  return createFormerAddresses(stage.input.earlier.memory, knownEstate(stage));
}

export function foldDrift(
  stage: Stage,
  effects: readonly Effect[],
  live?: LiveState,
): NetDriftResult {
  const { input, ingested, loaded, index } = stage;
  const actorOf = (event: string) => ingested.events.get(event)?.actor;
  const { evaluation } = loaded.project;
  const wholeOf = createWholeFinder(index);
  return netDrift({
    effects,
    estate: knownEstate(stage),
    before: valuesBefore(input.earlier.memory?.open ?? [], stage.replaced),
    elements: { elementRule, atomsOf },
    adopt: input.judging.adopt,
    codeBehind: codeBehind(actorOf, input.judging.context(() => ({})).deployers),
    wholeOf: (effect) => wholeOf(effect, ingested.events.get(effect.event)),
    homeOf: homeIn(evaluation, input.code.repository),
    owns: ownership(ingested, input.state, index, evaluation.configuration),
    isTaken: (address) =>
      declaresBlock(evaluation.configuration, address) || index.keys(address).length > 0,
    baseline: (address, path) => baselineAt(index, address, path),
    declared: (address, path) => declaredAt(evaluation, index, address, path),
    hint: schemaHints(input.providers.schema),
    isSecret: (address, path) => isSecretAttribute(evaluation, address, path),
    ignored: leftToOthers(loaded.project, input.startedAt, actorOf),
    ...(live !== undefined && {
      live: live.resources,
      reading: {
        at: input.startedAt,
        eventOf: (resource, path) => readingAt(input, live, { ...resource, path })?.id,
      },
    }),
  });
}

/** Adds the drift of cluster objects, if the run has manifests. */
export function foldObjects(
  { input, manifests }: Stage,
  net: NetDriftResult,
  translated: Pick<Translated, 'objects'>,
): ObjectDrift {
  const { deployers } = input.judging.context(() => ({}));
  const { adopt } = input.judging;
  const folded = withObjects(manifests, net, translated, adopt, deployers);
  return { ...folded, unresolved: [...manifestProblems(manifests), ...folded.unresolved] };
}

export function infer(
  { input, ingested, index }: Stage,
  net: NetDriftResult,
  harmOf: (drift: Drift) => HarmReading,
): readonly Intent[] {
  const hint = schemaHints(input.providers.schema);
  const jsonOf = (side: DriftValue) => (side.kind === 'value' ? side.value : undefined);
  return inferIntents({
    same: (a, b, { type, path }) =>
      isSeen(a) && isSeen(b) && equivalent(jsonOf(a), jsonOf(b), hint(type, path)),
    drifts: net.drifts,
    event: (id) => ingested.events.get(id),
    severity: (drift) => severityOf(harmOf(drift)),
    related: (a, b) => dependsOn(index, a, b) || dependsOn(index, b, a),
    known: knownIn(index),
  });
}

/** Severity of the worst harm that certainly weakens something. Doubtful changes do not count. */
function severityOf({ harms }: HarmReading): number {
  const worst = harms.find(
    ({ direction, doubt }) => direction === 'weakens' && doubt === undefined,
  );
  return worst?.severity ?? 0;
}

function isSeen({ kind }: DriftValue): boolean {
  return kind === 'value' || kind === 'absent';
}

function dependsOn(index: StateIndex, address: string, other: string): boolean {
  const target = index.get(other);
  return (
    target !== undefined &&
    (index.get(address)?.dependencies ?? []).includes(target.resourceAddress)
  );
}

/** Whether the module of an address has this resource block, regardless of its instances. */
function declaresBlock({ modules }: Configuration, address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  const module = modules.get(parsed.modules.map(({ name }) => name).join('.'));
  return module?.resources.has(`${parsed.type}.${parsed.name}`) ?? false;
}
