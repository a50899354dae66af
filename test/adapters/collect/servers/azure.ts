import { type Answered, type Asked, startHttp, type TestServer } from './http.ts';

export interface Activity {
  /** In milliseconds. */
  readonly time: number;
  readonly subscription: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface ActivityServer extends TestServer {
  events: Activity[];
  /** Answers for the next calls, instead of the regular ones. */
  readonly faults: Answered[];
  readonly calls: Asked[];
  /** Called before each answer with the number of calls so far. */
  onCall: (number: number) => void;
  /** The host in the links to next pages; default: this server. */
  host?: string;
}

const pageSize = 3;

/** A fake of the Activity Log's REST API: few forms of filters, and pages connected by links. */
export async function startActivityLog(events: readonly Activity[]): Promise<ActivityServer> {
  const server = await startHttp((asked) => answer(state, asked));
  const state: ActivityServer = {
    ...server,
    events: [...events],
    faults: [],
    calls: [],
    onCall: () => undefined,
  };
  return state;
}

const filterForm =
  /^eventTimestamp ge '([^']+)' and eventTimestamp le '([^']+)'(?: and (resourceGroupName|resourceUri|resourceProvider|correlationId) eq '([^']+)')?$/;

function answer(state: ActivityServer, asked: Asked): Answered {
  state.onCall(state.calls.length);
  state.calls.push(asked);
  const fault = state.faults.shift();
  if (fault !== undefined) return fault;
  const { url } = asked;
  const [, subscription = ''] =
    /^\/subscriptions\/([^/]+)\/providers\/Microsoft\.Insights\/eventtypes\/management\/values$/i.exec(
      url.pathname,
    ) ?? [];
  const filter = url.searchParams.get('$filter') ?? '';
  const [whole, from = '', to = '', , group] = filterForm.exec(filter) ?? [];
  if (subscription === '' || url.searchParams.get('api-version') !== '2015-04-01') {
    return refuse(404, 'NotFound', 'no such path');
  }
  if (whole === undefined) return refuse(400, 'BadRequest', `the filter is not legal: ${filter}`);
  const found = state.events
    .filter((event) => event.subscription === subscription)
    .filter(({ time }) => time >= Date.parse(from) && time <= Date.parse(to))
    .filter(({ record }) => group === undefined || record['resourceGroupName'] === group)
    .toSorted((a, b) => b.time - a.time);
  const skip = Number(url.searchParams.get('$skiptoken') ?? 0);
  const next = new URL(url.href);
  next.searchParams.set('$skiptoken', String(skip + pageSize));
  const link = `${state.host ?? state.url}${next.pathname}${next.search}`;
  const selected = (url.searchParams.get('$select') ?? '').split(',');
  return {
    status: 200,
    body: JSON.stringify({
      value: found.slice(skip, skip + pageSize).map(({ record }) => pick(record, selected)),
      ...(skip + pageSize < found.length ? { nextLink: link } : {}),
    }),
  };
}

function pick(record: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

function refuse(status: number, code: string, message: string): Answered {
  return { status, body: JSON.stringify({ error: { code, message } }) };
}
