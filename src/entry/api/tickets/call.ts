import { z } from 'zod';
import { CommittedDeclaration, WrittenWant } from '../../../config/declarations.ts';
import { anybody } from '../../../model/declaration.ts';
import { fail, ok, type Result } from '../../../model/result.ts';

const text = (max: number) => z.string().min(1).max(max);
const time = z.iso.datetime({ offset: true, message: 'Use a time like 2026-03-14T02:00:00Z' });

const named = {
  ticket: text(200),
  /** The stack of the change; may be left out where there is only one. */
  stack: text(100).optional(),
};

/** A call from a ticket system: a change is approved, or no longer approved. */
export const TicketCall = z.discriminatedUnion('state', [
  z.strictObject({
    ...named,
    state: z.literal('approved'),
    approved_by: text(200),
    /** Principal or name of who may make the change; defaults to anybody. */
    for: text(2048).optional(),
    at: text(1024),
    /** Left out for a resource that is created or deleted. */
    field: text(1024).optional(),
    want: WrittenWant,
    from: time,
    until: time,
    because: text(1000),
  }),
  z.object({ ...named, state: z.literal('cancelled') }),
]);

export type TicketCall = z.output<typeof TicketCall>;

/** The declaration in an approved ticket, or a message that says what is wrong with it. */
export function declarationIn(
  call: Extract<TicketCall, { state: 'approved' }>,
): Result<CommittedDeclaration, string> {
  const { stack: _, state: __, for: who, ...rest } = call;
  return checked(CommittedDeclaration, { ...rest, by: who ?? anybody });
}

export function checked<T>(schema: z.ZodType<T>, value: unknown): Result<T, string> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`.replace(/^: /, ''));
}
