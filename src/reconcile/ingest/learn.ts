import { createStateEstate } from '../../code/terraform/state/estate.ts';
import type { StateIndex } from '../../code/terraform/state/types.ts';
import {
  type KnowledgeEntry,
  type KnowledgeTrust,
  type KnowledgeUse,
  knowledgeKey,
} from '../../model/knowledge.ts';
import { compareKeys, compareText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { learnableAttributes, learnedEntries } from '../../providers/catalog/learned.ts';
import { createCatalog } from '../../providers/catalog/registry.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { type AskedModel, nothingAsked } from '../../stages/intent/llm/ask-all.ts';
import type { OperationFacts } from '../../stages/intent/llm/operation.ts';
import { readOperations } from '../../stages/intent/llm/read-operations.ts';
import { unknownCallSubject } from '../managed/unknown-call.ts';
import type { RunInput } from '../run-input.ts';

export interface Learning {
  readonly asked: AskedModel;
  /** All events; calls that a proposed entry can translate are translated. */
  readonly events: ReadonlyMap<string, KeptEvent>;
  readonly proposed: readonly KnowledgeEntry[];
  /** The calls that were translated by learned entries, sorted by event. */
  readonly used: readonly KnowledgeUse[];
}

interface Believed {
  readonly entry: KnowledgeEntry;
  readonly trust: KnowledgeTrust;
}

/**
 * Translates calls on managed resources that the catalog does not know: by entries that people
 * wrote, by entries that plans confirmed, or else by a model's proposals. A proposal is only used
 * if a plan will judge the result, and not again once a plan has refuted it.
 */
export async function learn(
  { log: { operations = [], known }, providers: { schema }, judging: { advisor } }: RunInput,
  events: ReadonlyMap<string, KeptEvent>,
  index: StateIndex,
): Promise<Learning> {
  const facts = operationFacts(events.values(), schema);
  if (facts.size === 0) return { events, proposed: [], used: [], asked: nothingAsked };
  const earlier = (await known?.()) ?? [];
  const believed = new Map<string, Believed>();
  for (const { entry, status } of earlier) {
    if (status === 'confirmed') believed.set(knowledgeKey(entry), { entry, trust: 'confirmed' });
  }
  for (const entry of operations) {
    believed.set(knowledgeKey(entry), { entry, trust: 'reviewed' });
  }
  const settled = new Set([...earlier.map(({ entry }) => knowledgeKey(entry)), ...believed.keys()]);
  const strange = operationFacts(strangeCalls(events.values()), schema);
  const open = [...strange].filter(([key]) => !settled.has(key)).map(([, one]) => one);
  const isAsked = advisor?.tasks.has('operations') === true && open.length > 0;
  const { entries, asked } = isAsked
    ? await readOperations(advisor.model, advisor.prompts.operation, open)
    : { entries: [], asked: nothingAsked };
  for (const entry of advisor?.tried ? entries : []) {
    believed.set(knowledgeKey(entry), { entry, trust: 'proposed' });
  }
  return { ...translateWith(believed, events, index), proposed: entries, asked };
}

/** Calls that the catalog's rules do not know either; a model is only queried about these. */
function strangeCalls(events: Iterable<KeptEvent>): readonly KeptEvent[] {
  return [...events].filter(({ translation }) => translation.kind === 'unknown-operation');
}

/** One query for each operation and type, with the first call as the example. */
function operationFacts(
  events: Iterable<KeptEvent>,
  schema: ProviderSchema,
): ReadonlyMap<string, OperationFacts> {
  const facts = new Map<string, OperationFacts>();
  const calls = [...events].flatMap(({ id, unknown }) => (unknown ? [{ id, unknown }] : []));
  for (const { unknown } of calls.sort((a, b) => compareText(a.id, b.id))) {
    const subject = unknownCallSubject(unknown);
    if (subject === undefined || unknown.event === undefined) continue;
    const { service, operation, request } = unknown.event;
    const { type, key } = subject;
    const id = `${service}:${operation}:${type}`;
    const attributes = learnableAttributes(schema, type);
    if (!facts.has(id)) facts.set(id, { service, operation, request, type, key, attributes });
  }
  return new Map([...facts].sort(compareKeys));
}

function translateWith(
  believed: ReadonlyMap<string, Believed>,
  events: ReadonlyMap<string, KeptEvent>,
  index: StateIndex,
): Pick<Learning, 'events' | 'used'> {
  const estate = createStateEstate(index, () => false);
  const catalogs = new Map(
    [...believed].map(([key, { entry }]) => [key, createCatalog(learnedEntries(entry))]),
  );
  const used: KnowledgeUse[] = [];
  const translated = [...events].map(([id, kept]): [string, KeptEvent] => {
    const subject = kept.unknown && unknownCallSubject(kept.unknown);
    const event = kept.unknown?.event;
    if (event === undefined || subject === undefined) return [id, kept];
    const key = `${event.service}:${event.operation}:${subject.type}`;
    const translation = catalogs.get(key)?.translate(event, estate);
    const by = believed.get(key);
    if (translation === undefined || by === undefined) return [id, kept];
    used.push({ event: id, ...by });
    return [id, { ...kept, translation }];
  });
  return {
    events: new Map(translated),
    used: used.sort((a, b) => compareText(a.event, b.event)),
  };
}
