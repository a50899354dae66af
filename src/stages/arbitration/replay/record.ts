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
  const { environmentOf, compared, ...context } = input.context;
  const answers = [...(input.answers ?? [])].sort((a, b) => compareText(a.intent, b.intent));
  const approvals = [...(input.approvals ?? [])].sort((a, b) => compareText(a.id, b.id));
  const environments = noting(environmentOf, (address) => address);
  const actors = noting(
    (event: string) => input.actorOf?.(event),
    (event) => event,
  );
  const declared = noting((...place: Place) => input.declared?.(...place), placeKey);
  const declaredSince = noting((...place: Place) => input.declaredSince?.(...place), placeKey);
  const limits = noting((...place: Place) => input.limitsOf?.(...place), placeKey);
  const owners = noting((...place: Place) => input.ownerOf?.(...place), placeKey);
  const unordered = noting((...place: Place) => input.isUnordered?.(...place) ?? false, placeKey);
  const granted = noting((...grant: Grant) => input.grantedAt?.(...grant), grantKey);
  const harms = noting((drift: Drift) => input.harmOf?.(drift), harmKey);
  return {
    input: {
      ...input,
      context: {
        ...context,
        ...(compared === undefined ? {} : { compared }),
        environmentOf: environments.ask,
      },
      actorOf: actors.ask,
      declared: declared.ask,
      declaredSince: declaredSince.ask,
      limitsOf: limits.ask,
      ownerOf: owners.ask,
      grantedAt: granted.ask,
      harmOf: harms.ask,
      isUnordered: unordered.ask,
    },
    record: () => {
      const grants = granted.noted();
      const readings = harms.noted();
      return {
        schema: 'parley/decision-input/v1',
        policy: input.policy.name,
        intents: sortedById(input.intents),
        drifts: sortedById(input.drifts),
        context,
        ...(answers.length === 0 ? {} : { answers }),
        environments: environments.noted(),
        actors: actors.noted(),
        declared: declared.noted(),
        declaredSince: declaredSince.noted(),
        limits: limits.noted(),
        owners: owners.noted(),
        unordered: unordered.noted(),
        ...(grants.length === 0 ? {} : { granted: grants }),
        ...(readings.length === 0 ? {} : { harms: readings }),
        ...(approvals.length === 0 ? {} : { approvals }),
      };
    },
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

type Place = [address: string, path: AttributePath];
type Grant = [...Place, principal: string];

function placeKey(...[address, path]: Place): string {
  return JSON.stringify([address, pathKey(path)]);
}

function harmKey({ id, live }: Drift): string {
  return canonicalJson([id, live as unknown as Json]);
}

function grantKey(...[address, path, principal]: Grant): string {
  return JSON.stringify([address, pathKey(path), principal]);
}

interface Noting<A extends readonly unknown[], T> {
  readonly ask: (...question: A) => T;
  /** What was answered so far. */
  readonly noted: () => RecordLookup<NonNullable<T>>;
}

/** A lookup that notes its answers. */
function noting<A extends readonly unknown[], T>(
  lookup: (...question: A) => T,
  keyOf: (...question: A) => string,
): Noting<A, T> {
  const notes = new Map<string, NonNullable<T>>();
  return {
    ask: (...question) => {
      const answer = lookup(...question);
      if (answer !== undefined && answer !== null) notes.set(keyOf(...question), answer);
      return answer;
    },
    noted: () => [...notes].sort(compareKeys),
  };
}

function sortedById<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...byId.values()].sort((a, b) => compareText(a.id, b.id));
}
