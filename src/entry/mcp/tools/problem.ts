import type { Problem } from '../../../model/result.ts';
import type { ApiRefusal } from '../../api/http/reply.ts';

/** A refused list query as a problem with a hint. */
export function toolProblem({ code, title, detail, errors = [] }: ApiRefusal): Problem {
  const hint = detail ?? errors[0]?.message;
  return { code, message: title, ...(hint === undefined ? {} : { hint: `${hint}.` }) };
}
