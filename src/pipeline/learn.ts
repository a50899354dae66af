import { learnableAttributes, learnedEntry } from '../catalog/learned.ts';
import { createCatalog } from '../catalog/registry.ts';
import type { ProviderSchema } from '../catalog/schema/types.ts';
import type { OperationFacts } from '../intent/llm/operation.ts';
import { noTokens } from '../intent/llm/port.ts';
import { readOperations } from '../intent/llm/read-operations.ts';
import { type KnowledgeEntry, knowledgeKey } from '../model/knowledge.ts';
import type { Unresolved } from '../model/report.ts';
import { createEstate } from '../terraform/state/estate.ts';
import type { StateIndex } from '../terraform/state/types.ts';
import type { Asked } from './advisor.ts';
import type { KeptEvent } from './kept-event.ts';
import type { RunInput } from './run-types.ts';

export interface Learning extends Asked {
  /** All events; those that a proposed entry could translate are translated. */
  readonly events: ReadonlyMap<string, KeptEvent>;
  readonly proposed: readonly KnowledgeEntry[];
}

/**
 * Asks the model about calls on managed resources that the catalog does not know. What it proposes
 * is used only where a plan will judge the outcome.
 */
export async function learn(
  { advisor, schema }: RunInput,
  events: ReadonlyMap<string, KeptEvent>,
  index: StateIndex,
): Promise<Learning> {
  const facts = advisor?.tasks.has('operations') ? operationFacts(events.values(), schema) : [];
  if (advisor === undefined || facts.length === 0) {
    return { events, proposed: [], tokens: noTokens, notes: [] };
  }
  const asked = await readOperations(advisor.model, advisor.prompts.operation, facts);
  const { entries, tokens, notes } = asked;
  const used = advisor.tried ? translateWith(entries, events, index) : events;
  return { events: used, proposed: entries, tokens, notes };
}

/** One question for each operation and type, with the first call as the example. */
function operationFacts(
  events: Iterable<KeptEvent>,
  schema: ProviderSchema,
): readonly OperationFacts[] {
  const facts = new Map<string, OperationFacts>();
  const calls = [...events].flatMap(({ unknown }) => unknown ?? []);
  for (const { event, touched } of calls.sort((a, b) => compare(a.event.id, b.event.id))) {
    const { service, operation, request } = event;
    const { type, key } = touched;
    const id = `${service}:${operation}:${type}`;
    const attributes = learnableAttributes(schema, type);
    if (!facts.has(id)) facts.set(id, { service, operation, request, type, key, attributes });
  }
  return [...facts].sort(([a], [b]) => compare(a, b)).map(([, one]) => one);
}

function translateWith(
  entries: readonly KnowledgeEntry[],
  events: ReadonlyMap<string, KeptEvent>,
  index: StateIndex,
): ReadonlyMap<string, KeptEvent> {
  const estate = createEstate(index, () => false);
  const catalogs = new Map(
    entries.map((entry) => [knowledgeKey(entry), createCatalog([learnedEntry(entry)])]),
  );
  const translated = [...events].map(([id, kept]): [string, KeptEvent] => {
    if (kept.unknown === undefined) return [id, kept];
    const { event, touched } = kept.unknown;
    const learned = `${event.service}:${event.operation}:${touched.type}`;
    const translation = catalogs.get(learned)?.translate(event, estate);
    return [id, translation === undefined ? kept : { ...kept, translation, learned }];
  });
  return new Map(translated);
}

/** Calls that changed managed resources in a way that nobody could tell, once an operation. */
export function unknownCalls(events: Iterable<KeptEvent>): readonly Unresolved[] {
  const groups = new Map<string, KeptEvent[]>();
  for (const event of events) {
    if (event.unknown === undefined || event.translation.kind !== 'unknown-operation') continue;
    const key = `${event.unknown.touched.address} ${event.service}:${event.operation}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([, group]) => {
      const [last] = [...group].sort((a, b) => compare(b.time, a.time) || compare(b.id, a.id));
      return last?.unknown === undefined ? [] : [unresolvedCall(last, last.unknown, group.length)];
    });
}

function unresolvedCall(
  { id, service, operation, actor, place }: KeptEvent,
  { touched }: NonNullable<KeptEvent['unknown']>,
  count: number,
): Unresolved {
  const times = count === 1 ? '' : `, ${count} times`;
  return {
    code: 'unknown-operation',
    reason: `${actor.name} called ${operation} (${service}) on it${times}; the catalog does not know what that changes.`,
    suggestion: 'See what changed with `terraform plan -refresh-only`.',
    address: touched.address,
    event: id,
    place,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
