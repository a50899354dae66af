import { z } from 'zod';
import type { Actor } from '../model/actor.ts';
import { actorClasses } from '../model/actor.ts';
import { credentialAt } from '../model/credential/find.ts';
import { anybody, type Declaration } from '../model/declaration.ts';
import { purposes, type Want } from '../model/intent.ts';
import type { Json } from '../model/json.ts';
import { parsePath } from '../model/path.ts';

const time = z.iso.datetime({ offset: true, message: 'Use a time like 2026-03-14T02:00:00Z' });
const json = z.custom<Json>((value) => value !== undefined, 'A value is missing');
const members = z.array(json).nonempty('Give at least one').max(200);

const field = z.string().refine((text) => parsePath(text) !== undefined, {
  message: 'Use a field like desired_capacity, tags["Team"] or scaling_config[0].desired_size',
});

const kinds = ['equals', 'min', 'max', 'one_of', 'contains', 'excludes', 'present', 'absent'];

/** What is wanted of a field, as people write it: one kind, or bounds. */
export const WrittenWant = z
  .strictObject({
    equals: json.optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    /** Preferred value within the bounds, or one of the values. */
    prefer: json.optional(),
    one_of: members.optional(),
    contains: members.optional(),
    excludes: members.optional(),
    present: z.literal(true).optional(),
    absent: z.literal(true).optional(),
  })
  .refine((want) => kindsOf(want).length === 1, {
    message: `Say one of ${kinds.join(', ')}; min and max go together`,
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    message: 'The minimum is above the maximum',
  })
  .refine((want) => want.prefer === undefined || isPreferable(want), {
    message: 'prefer is a number beside min and max, or one of the values of one_of',
  });

export type WrittenWant = z.output<typeof WrittenWant>;

function kindsOf(want: Readonly<Record<string, unknown>>): readonly string[] {
  const given = kinds.filter((kind) => want[kind] !== undefined);
  return [...new Set(given.map((kind) => (kind === 'min' ? 'max' : kind)))];
}

function isPreferable({ min, max, prefer, one_of }: Readonly<Record<string, unknown>>): boolean {
  if (one_of !== undefined) {
    return (one_of as readonly Json[]).some(
      (one) => JSON.stringify(one) === JSON.stringify(prefer),
    );
  }
  return (min !== undefined || max !== undefined) && typeof prefer === 'number';
}

const written = {
  /**
   * Principal: the ARN of the role or user, without the session; an approval may also use the name.
   */
  by: z.string().min(1, 'Say who: the ARN of a role or user').max(2048),
  class: z.enum(actorClasses).default('human'),
  name: z.string().min(1).max(200).optional(),
  /** Address of a resource, or of a module. */
  at: z.string().min(1, 'Give the address of a resource or module').max(1024),
  /** Left out for the resource itself, which exists or not. */
  field: field.optional(),
  want: WrittenWant,
  /** An alternative that is acceptable as well. */
  or: WrittenWant.optional(),
  because: z.string().min(1, 'Say why, in a sentence').max(1000),
  purpose: z.enum(purposes).default('change'),
  until: time.optional(),
  ticket: z.string().min(1).max(200).optional(),
  /** Who approved it, as named in the ticket or in `approvers`. */
  approved_by: z.string().min(1).max(200).optional(),
};

const isOrdered = ({ from, until }: { from?: string | undefined; until?: string | undefined }) =>
  from === undefined || until === undefined || Date.parse(from) < Date.parse(until);
const order = { message: 'It ends before it begins', path: ['until'] };

interface Approved {
  readonly by: string;
  readonly until?: string | undefined;
  readonly ticket?: string | undefined;
  readonly approved_by?: string | undefined;
}

const isBounded = ({ approved_by, until, ticket }: Approved) =>
  approved_by === undefined || (until !== undefined && ticket !== undefined);
const bounds = { message: 'An approval needs until and ticket', path: ['approved_by'] };

const isSomebody = ({ by, approved_by }: Approved) => by !== anybody || approved_by !== undefined;
const somebody = { message: 'Only an approval may be for anybody', path: ['by'] };

interface Placed {
  readonly field?: string | undefined;
  readonly want: WrittenWant;
}

const isPlaced = ({ field, want }: Placed) =>
  field !== undefined || want.present === true || want.absent === true;
const placed = {
  message: 'Give a field; without one, a resource can only be present or absent',
  path: ['field'],
};

interface DeclaredWants {
  readonly field?: string | undefined;
  readonly want: WrittenWant;
  readonly or?: WrittenWant | undefined;
}

/** What is declared is stored and shown, so no part of it may contain a credential. */
function withoutCredentials(entry: DeclaredWants, context: z.RefinementCtx): void {
  // The leading step makes the name of an attribute count like that of a key.
  const path = ['', ...(parsePath(entry.field ?? '') ?? [])];
  for (const [name, value] of Object.entries(entry)) {
    const isWanted = name === 'want' || name === 'or';
    const values = isWanted ? Object.values(value ?? {}) : partsOf(value);
    const kind = values
      .map((one) => credentialAt(isWanted ? path : [], one as Json))
      .find((found) => found !== undefined);
    if (kind === undefined) continue;
    const message = `This looks like ${kind}: say where it is kept, not what it is`;
    context.addIssue({ code: 'custom', message, path: [name] });
  }
}

/** A text and the parts between its slashes, as in an ARN. */
function partsOf(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? [value, ...value.split('/')] : [];
}

/**
 * An entry of `declarations` in `parley.yaml`. It has to say since when it applies, as nothing else
 * does.
 */
export const CommittedDeclaration = z
  .strictObject({ ...written, from: time })
  .refine(isOrdered, order)
  .refine(isBounded, bounds)
  .refine(isSomebody, somebody)
  .refine(isPlaced, placed)
  .superRefine(withoutCredentials);

/**
 * An entry of a file for `parley intent declare --file`. It applies from now on, unless it says
 * otherwise.
 */
export const WrittenDeclaration = z
  .strictObject({ ...written, from: time.optional() })
  .refine(isOrdered, order)
  .refine(isBounded, bounds)
  .refine(isSomebody, somebody)
  .refine(isPlaced, placed)
  .superRefine(withoutCredentials);

export type WrittenDeclaration = z.output<typeof WrittenDeclaration>;

export const DeclarationFile = z.strictObject({
  declarations: z.array(WrittenDeclaration).nonempty('Declare at least one').max(1000),
});

export type CommittedDeclaration = z.output<typeof CommittedDeclaration>;

/**
 * The declaration to record. `trusted` if somebody reviewed it, as with `parley.yaml`; on the
 * command line, anybody can claim to be somebody else.
 */
export function intentDeclaration(
  entry: CommittedDeclaration,
  evidence: Actor['evidence'],
): Declaration {
  const { by, at, want, or, because, purpose, from, until, ticket, approved_by } = entry;
  return {
    actor: {
      class: entry.class,
      principal: by,
      name: entry.name ?? by.replace(/^arn:[^/]*[:/]/, ''),
      signature: 'declared',
      evidence,
    },
    address: at,
    path: entry.field === undefined ? [] : (parsePath(entry.field) ?? []),
    want: wantOf(want),
    ...(or === undefined ? {} : { relaxation: wantOf(or) }),
    purpose,
    summary: because,
    from: utc(from),
    ...(until === undefined ? {} : { until: utc(until) }),
    ...(ticket === undefined ? {} : { ticket }),
    ...(approved_by === undefined ? {} : { approvedBy: approved_by }),
  };
}

function utc(text: string): string {
  return new Date(text).toISOString();
}

function wantOf(want: WrittenWant): Want {
  const { min, max, prefer } = want;
  if (want.equals !== undefined) return { kind: 'eq', value: want.equals };
  if (want.one_of !== undefined) {
    const preferred = prefer === undefined ? {} : { prefer };
    return { kind: 'oneOf', values: want.one_of, ...preferred };
  }
  if (want.contains !== undefined) return { kind: 'contains', elements: want.contains };
  if (want.excludes !== undefined) return { kind: 'excludes', elements: want.excludes };
  if (want.present === true) return { kind: 'present' };
  if (want.absent === true) return { kind: 'absent' };
  return {
    kind: 'range',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(typeof prefer === 'number' ? { prefer } : {}),
  };
}
