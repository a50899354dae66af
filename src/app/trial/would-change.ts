import { createStateIndex } from '../../code/terraform/state/index.ts';
import type { CloudLocation } from '../../code/terraform/state/names.ts';
import type { IndexedResource } from '../../code/terraform/state/types.ts';
import type { AuditReading } from '../../evidence/audit/core/types.ts';
import type { Declaration } from '../../model/declaration.ts';
import type { Effect } from '../../model/effect.ts';
import { type AuditEvent, known } from '../../model/event.ts';
import { contentId } from '../../model/id.ts';
import type { Json } from '../../model/json.ts';
import { type AttributePath, overlaps } from '../../model/path.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareText, displayText } from '../../model/text.ts';
import { isSensitive } from '../../providers/schema/query.ts';
import { cloudOfType } from '../../providers/traits/clouds.ts';
import { globalRegion } from '../../providers/traits/scopes.ts';
import type { PeopleInput, RunInput } from '../../reconcile/run-input.ts';
import { type AskedCaller, emptyEvent, trialCaller } from './caller.ts';

/** A change that nobody has made yet. */
export interface AskedChange {
  /** Address of a resource instance in the state. */
  readonly address: string;
  readonly path: AttributePath;
  /** Null unsets it. */
  readonly value: Json;
  readonly caller: AskedCaller;
  /** A declaration assumed to exist in advance. */
  readonly declaration?: Declaration;
}

/** The input of a run whose log has only this change, and the id of its event. */
export interface TrialInput {
  readonly input: RunInput;
  readonly event: string;
}

/**
 * The input of a run as if somebody had made the change now. Everything else is unchanged: code,
 * state, policy, declarations, approvals, and what earlier runs left. Fails with `not-managed` and
 * `secret-field`.
 */
export function withChange(input: RunInput, change: AskedChange): Result<TrialInput> {
  // No language model and no provider is asked: a trial costs neither money nor minutes.
  const { readBack: _, ...rest } = input;
  const { advisor: __, ...judging } = input.judging;
  const { state, providers, startedAt } = input;
  const { schema, catalog } = providers;
  const index = createStateIndex(state, schema);
  const resource = index.get(change.address);
  if (resource === undefined || resource.mode !== 'managed') {
    const addresses = state.resources.filter(({ mode }) => mode === 'managed');
    return fail(
      notManaged(
        change.address,
        addresses.map(({ address }) => address),
      ),
    );
  }
  if (isSecret(input, resource.type, change)) return fail(secretField(change.address));
  const event = eventOf(change, resource.type, index.scope(change.address), startedAt);
  const effect: Effect = {
    event: event.id,
    time: event.time,
    resource: { type: resource.type, keys: keysOf(resource) },
    change: { kind: 'set', path: change.path, value: known(change.value) },
  };
  const translation = { kind: 'effects', effects: [effect], redacted: false } as const;
  return ok({
    event: event.id,
    input: {
      ...rest,
      log: { ...input.log, items: readingOf(event), traced: false },
      providers: {
        ...providers,
        catalog: {
          ...catalog,
          translate: (other, estate) =>
            other.id === event.id ? translation : catalog.translate(other, estate),
        },
      },
      judging,
      people: withDeclaration(input.people, change),
      patching: { ...input.patching, patches: 'apart', patchedEvent: event.id, alternatives: 0 },
    },
  });
}

function withDeclaration(people: PeopleInput, { declaration }: AskedChange): PeopleInput {
  if (declaration === undefined) return people;
  return { ...people, declarations: [...(people.declarations ?? []), declaration] };
}

/**
 * True where the type or the state marks the field as secret. Trying values could reveal its
 * current one.
 */
function isSecret(
  { providers: { schema }, state }: RunInput,
  type: string,
  { address, path }: AskedChange,
): boolean {
  const own = state.resources.find((one) => one.address === address);
  const marked = own?.sensitivePaths ?? [];
  return isSensitive(schema, type, path) || marked.some((secret) => overlaps(secret, path));
}

function eventOf(
  { address, path, value, caller }: AskedChange,
  type: string,
  place: CloudLocation | undefined,
  time: string,
): AuditEvent {
  const cloud = cloudOfType(type) ?? 'aws';
  const content: Json = JSON.parse(JSON.stringify({ address, path, value, caller }));
  return {
    ...emptyEvent,
    id: contentId('asked', content),
    cloud,
    scope: place?.account ?? '',
    region: place?.region ?? globalRegion,
    time,
    caller: trialCaller(caller, cloud),
  };
}

/** The attributes that identify the resource uniquely. */
function keysOf(resource: IndexedResource): Effect['resource']['keys'] {
  return ['id', 'arn', 'self_link', 'name'].flatMap((name) => {
    const value = resource.attribute(name);
    return typeof value === 'string' && value !== '' ? [{ [name]: value }] : [];
  });
}

function readingOf(event: AuditEvent): AuditReading {
  return {
    counts: () => ({ files: 0, skippedFiles: {}, read: 1, kept: 1, dropped: {} }),
    async *[Symbol.asyncIterator]() {
      yield { kind: 'event', event };
    },
  };
}

export function secretField(address: string): Problem {
  return {
    code: 'secret-field',
    message: `The field of ${displayText(address, 120)} is a secret, so no value of it is tried.`,
    hint: 'Ask a person to look at it.',
  };
}

function notManaged(address: string, known: readonly string[]): Problem {
  const words = address.split(/[.[\]"]+/).filter((word) => word !== '');
  const likeness = (other: string): number => words.filter((word) => other.includes(word)).length;
  const nearest = [...known]
    .sort((a, b) => likeness(b) - likeness(a) || compareText(a, b))
    .slice(0, 5)
    .map((each) => displayText(each, 120));
  return {
    code: 'not-managed',
    message: `The state has no resource ${displayText(address, 120)}.`,
    hint: nearest.length === 0 ? 'It is empty.' : `It has, among others: ${nearest.join(', ')}.`,
  };
}
