import { createStateEstate } from '../../src/code/terraform/state/estate.ts';
import { createStateIndex } from '../../src/code/terraform/state/index.ts';
import type { StateResource, TerraformState } from '../../src/code/terraform/state/types.ts';
import type { AuditItem, AuditReading } from '../../src/evidence/audit/core/types.ts';
import type { Effect, ResourceRef } from '../../src/model/effect.ts';
import type { AuditEvent } from '../../src/model/event.ts';
import { canonicalJson, type Json, type JsonObject } from '../../src/model/json.ts';
import type { Report } from '../../src/model/report.ts';
import type { TraceLine } from '../../src/model/trace.ts';
import type { Catalog } from '../../src/providers/catalog/registry.ts';
import { isComputedOnly } from '../../src/providers/schema/query.ts';
import type { ProviderSchema } from '../../src/providers/schema/types.ts';
import { declaredAttributeAt } from '../../src/reconcile/managed/declared.ts';
import { createTouchFinder } from '../../src/reconcile/managed/unknown-call.ts';
import { run } from '../../src/reconcile/run.ts';
import { equivalent } from '../../src/stages/drift/equal.ts';
import { schemaHints } from '../../src/stages/drift/hints.ts';
import { type FlatInput, runInput } from './flat-input.ts';
import { managed, stateOf } from './managed.ts';

/** Resources in a state, and code that declares each of them with an empty block. */
export interface Estate {
  readonly state: TerraformState;
  readonly tree: ReadonlyMap<string, string>;
}

/** An estate in which every resource that a ref names is managed. */
export function estateOf(refs: readonly ResourceRef[]): Estate {
  const byRef = new Map<string, StateResource>();
  for (const ref of refs) {
    const key = canonicalJson(ref as unknown as Json);
    if (byRef.has(key)) continue;
    const address = `${ref.type}.r${byRef.size}`;
    const names = Object.assign({}, ...[...ref.keys].reverse()) as JsonObject;
    byRef.set(key, managed(address, { id: `id-of-${byRef.size}`, ...names }));
  }
  return withCode([...byRef.values()]);
}

export function withCode(resources: readonly StateResource[]): Estate {
  const blocks = resources.map(({ type, name }) => `resource "${type}" "${name}" {}\n`);
  return { state: stateOf(resources), tree: new Map([['main.tf', blocks.join('')]]) };
}

export function readingOf(events: readonly AuditEvent[]): AuditReading {
  const read = events.length;
  return {
    async *[Symbol.asyncIterator]() {
      for (const event of events) yield { kind: 'event', event } satisfies AuditItem;
    },
    counts: () => ({ files: 1, skippedFiles: {}, read, kept: read, dropped: {} }),
  };
}

export interface Outcome {
  readonly report: Report;
  readonly trace: readonly TraceLine[];
}

export async function outcomeOf(
  input: FlatInput,
  estate: Estate,
  events: readonly AuditEvent[],
): Promise<Outcome> {
  const result = await run(
    runInput({
      ...input,
      ...estate,
      loadOptions: {},
      items: readingOf(events),
      traced: true,
      adopt: 'none',
    }),
  );
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Ids of the events that a reader of the report sees. */
export function reportedIn({ report }: Outcome): ReadonlySet<string> {
  return new Set([
    ...report.drifts.flatMap(({ evidence }) => evidence),
    ...report.reverted.flatMap(({ evidence }) => evidence),
    ...report.unresolved.flatMap(({ event }) => event ?? []),
    ...(report.pending ?? []).flatMap(({ drift }) => drift.evidence),
  ]);
}

/** Whether a line of the trace gives a true reason why its event is not reported. */
export function createJudge(
  catalog: Catalog,
  schema: ProviderSchema,
  { state }: Estate,
): (event: AuditEvent, line: TraceLine) => boolean {
  const index = createStateIndex(state, schema);
  const estate = createStateEstate(index, () => false);
  const hint = schemaHints(schema);
  const named = createTouchFinder(state, index);
  const empty = new Set(
    catalog.entries
      .filter(({ types }) => types.length === 0)
      .flatMap(({ service, operations }) => operations.map((name) => `${service}:${name}`)),
  );
  const changes = ({ change, resource }: Effect): boolean => {
    const found = estate.find(resource);
    if (found === undefined) return false;
    if (change.kind === 'create') {
      return Object.entries(change.attributes).some(
        ([name, value]) =>
          !equivalent(
            declaredAttributeAt(found.attributes, [name]),
            value,
            hint(found.type, [name]),
          ),
      );
    }
    if (change.kind !== 'set' || change.value.kind !== 'known' || change.path.length === 0)
      return true;
    if (isComputedOnly(schema, found.type, change.path)) return false;
    const before = declaredAttributeAt(found.attributes, change.path);
    return !equivalent(before, change.value.value, hint(found.type, change.path));
  };
  return (event, { disposition, because }) => {
    const translation = catalog.translate(event, estate);
    const effects = translation.kind === 'effects' ? translation.effects : [];
    const isManaged = effects.some(({ resource }) => estate.find(resource) !== undefined);
    if (disposition === 'unmanaged') return !isManaged;
    if (disposition !== 'no-effect') return false;
    if (because === 'The operation changes nothing that Terraform manages.') {
      const isIgnored = empty.has(`${event.service}:${event.operation}`);
      return effects.length === 0 && (isIgnored || named(event) === undefined);
    }
    return isManaged && !effects.some(changes);
  };
}
