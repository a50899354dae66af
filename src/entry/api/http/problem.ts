import { z } from 'zod';
import type { ApiRefusal } from './reply.ts';

/** A problem document (RFC 9457). */
export const ProblemView = z
  .object({
    type: z.string().meta({ description: '`urn:parley:problem:` and the code' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().meta({ description: 'Id of the request, as in the logs' }),
    code: z.string().meta({ description: 'Stable, for scripts' }),
    errors: z
      .array(z.object({ place: z.string(), message: z.string(), code: z.string().optional() }))
      .optional(),
  })
  .meta({ description: 'What was wrong (RFC 9457)' });

export function problemResponse(refusal: ApiRefusal, id: string): Response {
  const { status, code, title, detail, errors, headers = {} } = refusal;
  const type = `urn:parley:problem:${code}`;
  const body = { type, title, status, detail, instance: id, code, errors };
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  });
}
