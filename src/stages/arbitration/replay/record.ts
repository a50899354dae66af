import type { Actor } from '../../../model/actor.ts';
import type { Approval } from '../../../model/approval.ts';
import type { Bounds } from '../../../model/bounds.ts';
import { withCoverageName } from '../../../model/coverage.ts';
import type { Drift } from '../../../model/drift.ts';
import type { HarmReading } from '../../../model/harm.ts';
import type { Intent } from '../../../model/intent.ts';
import { canonicalJson, type Json } from '../../../model/json.ts';
import { type AttributePath, pathKey } from '../../../model/path.ts';
import { compareKeys, compareText } from '../../../model/text.ts';
import type { GivenAnswer } from '../answer/types.ts';
import type { ArbitrationContext, DecideInput, Owner, Policy } from '../types.ts';

/** Recorded lookups with their answers, sorted by question. */
export type RecordLookup<T> = readonly (readonly [question: string, answer: T])[];

/**
 * Everything that a decision depended on, as plain JSON. With the same policy it reproduces the
 * decision byte by byte, on any machine and at any time.
 */
export interface DecisionRecord {
  readonly schema: 'parley/decision-input/v1';
  readonly policy: string;
  /** Sorted by id. */
  readonly intents: readonly Intent[];
  readonly drifts: readonly Drift[];
  readonly context: Omit<ArbitrationContext, 'environmentOf' | 'compared'>;
  /** The answers that people had given by then. */
  readonly answers?: readonly GivenAnswer[];
  readonly environments: RecordLookup<string>;
  readonly actors: RecordLookup<Actor>;
  readonly declared: RecordLookup<Json>;
  readonly declaredSince: RecordLookup<string>;
  readonly limits: RecordLookup<Bounds>;
  readonly owners: RecordLookup<Owner>;
  readonly unordered: RecordLookup<boolean>;
  readonly granted?: RecordLookup<string>;
  /**
   * Keyed by drift and live value, since different parties may want different values of one field.
   */
  readonly harms?: RecordLookup<HarmReading>;
  readonly approvals?: readonly Approval[];
}

/**
 * Wraps an input so that everything asked of it is recorded. `record` returns what was asked so
 * far, over any number of decisions.
 */
export function recordedInput(input: DecideInput): {
  readonly input: DecideInput;
  readonly record: () => DecisionRecord;
} {
  const environments = new Map<string, string>();
  const actors = new Map<string, Actor>();
  const declared = new Map<string, NonNullable<Json>>();
  const declaredSince = new Map<string, string>();
  const limits = new Map<string, Bounds>();
  const owners = new Map<string, Owner>();
  const unordered = new Map<string, boolean>();
  const granted = new Map<string, string>();
  const harms = new Map<string, HarmReading>();
  const { environmentOf, compared, ...context } = input.context;
  const answers = [...(input.answers ?? [])].sort((a, b) => compareText(a.intent, b.intent));
  const approvals = [...(input.approvals ?? [])].sort((a, b) => compareText(a.id, b.id));
  const asking: DecideInput = {
    ...input,
    context: {
      ...context,
      ...(compared === undefined ? {} : { compared }),
      environmentOf: noted(environments, environmentOf, (one) => one),
    },
    actorOf: noted(
      actors,
      (event: string) => input.actorOf?.(event),
      (event) => event,
    ),
    declared: noted(declared, (a: string, b: AttributePath) => input.declared?.(a, b), placeKey),
    declaredSince: noted(
      declaredSince,
      (a: string, b: AttributePath) => input.declaredSince?.(a, b),
      placeKey,
    ),
    limitsOf: noted(limits, (a: string, b: AttributePath) => input.limitsOf?.(a, b), placeKey),
    ownerOf: noted(owners, (a: string, b: AttributePath) => input.ownerOf?.(a, b), placeKey),
    grantedAt: noted(
      granted,
      (a: string, b: AttributePath, c: string) => input.grantedAt?.(a, b, c),
      grantKey,
    ),
    harmOf: noted(harms, (drift: Drift) => input.harmOf?.(drift), harmKey),
    isUnordered: noted(
      unordered,
      (a: string, b: AttributePath) => input.isUnordered?.(a, b) ?? false,
      placeKey,
    ),
  };
  return {
    input: asking,
    record: () => ({
      schema: 'parley/decision-input/v1',
      policy: input.policy.name,
      intents: sortedById(input.intents),
      drifts: sortedById(input.drifts),
      context,
      ...(answers.length === 0 ? {} : { answers }),
      environments: sorted(environments),
      actors: sorted(actors),
      declared: sorted(declared),
      declaredSince: sorted(declaredSince),
      limits: sorted(limits),
      owners: sorted(owners),
      unordered: sorted(unordered),
      ...(granted.size === 0 ? {} : { granted: sorted(granted) }),
      ...(harms.size === 0 ? {} : { harms: sorted(harms) }),
      ...(approvals.length === 0 ? {} : { approvals }),
    }),
  };
}

/**
 * The input that a record describes. What the record does not contain is unknown, as it was then.
 */
export function inputFromRecord(record: DecisionRecord, policy: Policy): DecideInput {
  const environments = new Map(record.environments);
  const actors = new Map(record.actors);
  const declared = new Map(record.declared);
  const declaredSince = new Map(record.declaredSince);
  const limits = new Map(record.limits);
  const owners = new Map(record.owners);
  const unordered = new Map(record.unordered);
  const granted = new Map(record.granted);
  const harms = new Map(record.harms);
  return {
    intents: record.intents,
    drifts: record.drifts.map((drift) => withCoverageName(drift)),
    policy,
    answers: record.answers ?? [],
    context: { ...record.context, environmentOf: (address) => environments.get(address) },
    actorOf: (event) => actors.get(event),
    declared: (...place) => declared.get(placeKey(...place)),
    declaredSince: (...place) => declaredSince.get(placeKey(...place)),
    limitsOf: (...place) => limits.get(placeKey(...place)),
    ownerOf: (...place) => owners.get(placeKey(...place)),
    grantedAt: (...grant) => granted.get(grantKey(...grant)),
    harmOf: (drift) => harms.get(harmKey(drift)),
    approvals: record.approvals ?? [],
    isUnordered: (...place) => unordered.get(placeKey(...place)) === true,
  };
}

function placeKey(name: string, path: AttributePath): string {
  return JSON.stringify([name, pathKey(path)]);
}

function harmKey({ id, live }: Drift): string {
  return canonicalJson([id, live as unknown as Json]);
}

function grantKey(address: string, path: AttributePath, principal: string): string {
  return JSON.stringify([address, pathKey(path), principal]);
}

function noted<A extends readonly unknown[], T>(
  notes: Map<string, NonNullable<T>>,
  ask: (...question: A) => T,
  keyOf: (...question: A) => string,
): (...question: A) => T {
  return (...question) => {
    const answer = ask(...question);
    if (answer !== undefined && answer !== null) notes.set(keyOf(...question), answer);
    return answer;
  };
}

function sorted<T>(notes: ReadonlyMap<string, T>): RecordLookup<T> {
  return [...notes].sort(compareKeys);
}

function sortedById<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...byId.values()].sort((a, b) => compareText(a.id, b.id));
}
