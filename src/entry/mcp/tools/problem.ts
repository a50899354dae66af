import type { Problem } from '../../../model/result.ts';
import type { ApiRefusal } from '../../api/http/reply.ts';

/** Of a refusal of a list: what was wrong, and what to do. */
export function problemOf({ code, title, detail, errors = [] }: ApiRefusal): Problem {
  const hint = detail ?? errors[0]?.message;
  return { code, message: title, ...(hint === undefined ? {} : { hint: `${hint}.` }) };
}
