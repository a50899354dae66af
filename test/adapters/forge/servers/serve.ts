import { type Answered, type Asked, startHttp } from '../../collect/servers/http.ts';
import { ForgeState, NoSuchPull } from './state.ts';

/** A handler for the requests of one method and path. */
export type Route = readonly [
  method: string,
  path: RegExp,
  answer: (match: readonly string[], asked: Asked) => Answered,
];

/** An answer that is given once instead of the right one. */
export interface Instead {
  /** Applies to the next request with this method; default: to the next request. */
  readonly method?: string;
  /** True to carry out the request first, as if its answer were lost. */
  readonly late: boolean;
  readonly answer: Answered;
}

export interface FakeForge {
  readonly url: string;
  readonly state: ForgeState;
  /** All requests, in order. */
  readonly asked: Asked[];
  readonly instead: Instead[];
  /** Requests and answers that differ from the vendor's description. */
  readonly strayings: string[];
  stop(): Promise<void>;
}

/** Completes an answer as the vendor describes it, and lists the deviations of the call. */
export type Describe = (
  asked: Asked,
  answer: Answered,
) => { readonly answer: Answered; readonly strayings: readonly string[] };

export async function serve(
  isSigned: (asked: Asked) => boolean,
  routesOf: (state: ForgeState) => readonly Route[],
  describe: Describe = (_, answer) => ({ answer, strayings: [] }),
): Promise<FakeForge> {
  const state = new ForgeState();
  const routes = routesOf(state);
  const asked: Asked[] = [];
  const strayings: string[] = [];
  const instead: Instead[] = [];
  const server = await startHttp((request) => {
    asked.push(request);
    state.settle();
    const at = instead.findIndex(({ method = request.method }) => method === request.method);
    const [other] = at < 0 ? [] : instead.splice(at, 1);
    if (other?.late === false) return other.answer;
    const plain = isSigned(request) ? answer(routes, request) : reply(401, { message: 'Who?' });
    const described = describe(request, plain);
    strayings.push(...described.strayings);
    return other?.answer ?? described.answer;
  });
  return { url: server.url, state, asked, instead, strayings, stop: () => server.stop() };
}

function answer(routes: readonly Route[], asked: Asked): Answered {
  for (const [method, path, handle] of routes) {
    const match = path.exec(asked.url.pathname);
    if (match !== null && method === asked.method) {
      try {
        return handle(match.slice(1).map(decodeURIComponent), asked);
      } catch (error) {
        if (error instanceof NoSuchPull) return reply(404, { message: 'Not Found' });
        throw error;
      }
    }
  }
  return reply(404, { message: 'Not Found' });
}

export function reply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answered {
  return { status, body: body === undefined ? '' : JSON.stringify(body), headers };
}

/** Pages are short, so that lists have several. Following the link would leave the server. */
export function paged(asked: Asked, items: readonly unknown[], parameter: string): Answered {
  const size = Math.min(Number(asked.url.searchParams.get(parameter) ?? 30), 3);
  const page = Number(asked.url.searchParams.get('page') ?? 1);
  const hasNext = items.length > page * size;
  const link = '<https://elsewhere.invalid/?page=2>; rel="next", <https://x.invalid/>; rel="last"';
  return reply(200, items.slice((page - 1) * size, page * size), hasNext ? { link } : {});
}

export function bodyOf(asked: Asked): Record<string, unknown> {
  return JSON.parse(asked.body);
}

export function textIn(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
}
