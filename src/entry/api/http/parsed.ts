import { z } from 'zod';
import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { type ApiRefusal, type Flaw, refuseCall } from './reply.ts';

/** For endpoints without parameters. */
export const emptyParameters = z.strictObject({});

const maxFlaws = 20;

/** Validates a part of a call against a schema. */
export function parsed<T>(
  schema: z.ZodType<T>,
  value: unknown,
  part: 'path' | 'query' | 'body',
): Result<T, ApiRefusal> {
  const result = schema.safeParse(value);
  if (result.success) return ok(result.data);
  const errors = result.error.issues.slice(0, maxFlaws).map(({ path, message }): Flaw => {
    const place = [part, ...path].map(String).join('.');
    return { place: displayText(place, 200), message: displayText(message, 300) };
  });
  const title = 'The call does not match the documentation.';
  return fail(refuseCall(400, 'call-invalid', title, { errors }));
}
