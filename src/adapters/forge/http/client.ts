import { z } from 'zod';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import { createGuardedFetch } from '../../net/guarded-fetch.ts';
import { answerProblem } from './failure.ts';
import { type Calling, type HttpResponse, sendWithRepeats } from './send.ts';
import type { ForgeHttp, ForgeHttpOptions, ForgeRequest, Paging } from './types.ts';

/** Calls a forge's API: authenticated, paced, and with every answer checked. */
export function createForgeHttp(settings: ForgeHttpOptions): ForgeHttp {
  // A forge may be on a private network, but never at an address where clouds hand out credentials.
  const options = { ...settings, call: createGuardedFetch({ allowsLoopback: true }) };
  return {
    async json(request, schema) {
      const answer = await sendWithRepeats(options, request);
      return answer.ok ? read(options, answer.value, schema) : answer;
    },
    async done(request) {
      const answer = await sendWithRepeats(options, request);
      return answer.ok ? ok(undefined) : answer;
    },
    list: (request, item, paging) => list(options, request, item, paging),
  };
}

/** Pages are counted here; addresses that the forge sends for the next page are not followed. */
async function list<T>(
  options: Calling,
  request: ForgeRequest,
  item: z.ZodType<T>,
  { parameter, size, max, newestOnly = false }: Paging,
): Promise<Result<readonly T[]>> {
  const items: T[] = [];
  for (let page = 1; page <= max; page += 1) {
    const query = { ...request.query, [parameter]: size, page };
    const answer = await sendWithRepeats(options, { ...request, query });
    if (!answer.ok) return answer;
    const checked = read(options, answer.value, z.array(item));
    if (!checked.ok) return checked;
    items.push(...checked.value);
    if (!hasNext(answer.value.headers) || checked.value.length === 0) return ok(items);
  }
  if (newestOnly) return ok(items);
  return fail(answerProblem(options.name, `a list of more than ${max} pages`));
}

/** `Link: <...>; rel="next"` (RFC 8288). */
function hasNext(headers: Headers): boolean {
  return /;\s*rel="?(?:[^",]*\s)?next\b/i.test(headers.get('link') ?? '');
}

function read<T>(options: ForgeHttpOptions, answer: HttpResponse, schema: z.ZodType<T>): Result<T> {
  const json = parsedJson(answer.text);
  if (json === undefined) return fail(answerProblem(options.name, 'it is not JSON'));
  const checked = schema.safeParse(json);
  if (checked.success) return ok(checked.data);
  // The problem names the member only; values stay out.
  const [issue] = checked.error.issues;
  const place = displayText((issue?.path ?? []).map(String).join('.'), 80);
  return fail(answerProblem(options.name, `${place || 'it'} is not what the API documents`));
}
