import { type Answered, type Asked, startHttp } from '../../collect/servers/http.ts';
import { ForgeState, NoSuchPull } from './state.ts';

/** Makes the answer to a request, or undefined when it is for another route. */
export type Route = readonly [
  method: string,
  path: RegExp,
  answer: (match: readonly string[], asked: Asked) => Answered,
];

/** An answer to give instead of the right one, once. */
export interface Instead {
  /** To the next request of this method, or to the next one at all. */
  readonly method?: string;
  /** After having done what was asked. */
  readonly late: boolean;
  readonly answer: Answered;
}

export interface FakeForge {
  readonly url: string;
  readonly state: ForgeState;
  /** What was asked, in order. */
  readonly asked: Asked[];
  readonly instead: Instead[];
  /** What was asked or answered otherwise than the vendor describes it. */
  readonly strayings: string[];
  stop(): Promise<void>;
}

/** What the vendor says about a call: an answer as complete as its own, and what is wrong. */
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

/** Pages are short, so that there are some. The link leads astray whoever follows it. */
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
