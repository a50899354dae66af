import { type Answered, type Asked, startHttp, type TestServer } from './http.ts';

export interface LogEntry {
  readonly logName: string;
  readonly timestamp: string;
  readonly receiveTimestamp: string;
  readonly insertId: string;
  readonly [more: string]: unknown;
}

export interface EntriesServer extends TestServer {
  entries: LogEntry[];
  /** Answers for the next calls, instead of the regular ones. */
  readonly faults: Answered[];
  readonly calls: EntriesCall[];
  /** Called before each answer with the number of calls so far. */
  onCall: (number: number) => void;
  /** Makes all page tokens given so far invalid. */
  forget(): void;
}

export interface EntriesCall {
  readonly resourceNames: readonly string[];
  readonly filter: string;
  readonly orderBy?: string;
  readonly pageSize: number;
  readonly pageToken?: string;
  readonly authorization?: string;
}

/** A fake of entries:list that understands filters of the form that Parley sends. */
export async function startEntries(
  entries: readonly LogEntry[],
  pageSize = 3,
): Promise<EntriesServer> {
  let epoch = 0;
  const server = await startHttp((asked) => answer(state, asked, epoch, pageSize));
  const state: EntriesServer = {
    ...server,
    entries: [...entries],
    faults: [],
    calls: [],
    onCall: () => undefined,
    forget() {
      epoch += 1;
    },
  };
  return state;
}

const filterForm =
  /^logName=\((.+)\) AND timestamp>="([^"]+)" AND receiveTimestamp>="([^"]+)" AND receiveTimestamp<="([^"]+)"$/;

function answer(state: EntriesServer, asked: Asked, epoch: number, max: number): Answered {
  if (asked.url.pathname === '/token') {
    const token = { access_token: 'of-the-test', token_type: 'Bearer', expires_in: 3600 };
    return { status: 200, body: JSON.stringify(token) };
  }
  if (asked.method !== 'POST' || asked.url.pathname !== '/v2/entries:list') {
    return refuse(404, 'NOT_FOUND', 'no such method');
  }
  const { authorization } = asked.headers;
  const call: EntriesCall = { ...JSON.parse(asked.body), ...(authorization && { authorization }) };
  state.onCall(state.calls.length);
  state.calls.push(call);
  const fault = state.faults.shift();
  if (fault !== undefined) return fault;
  const [whole, names = '', oldest = '', from = '', to = ''] = filterForm.exec(call.filter) ?? [];
  if (whole === undefined) return refuse(400, 'INVALID_ARGUMENT', 'Unparseable filter');
  const offset = offsetOf(call, epoch);
  if (offset === undefined) return refuse(400, 'INVALID_ARGUMENT', 'page_token is invalid');
  const logs = [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  const found = state.entries
    .filter(({ logName }) => logs.includes(logName))
    .filter(({ timestamp }) => Date.parse(timestamp) >= Date.parse(oldest))
    .filter(({ receiveTimestamp: time }) => Date.parse(time) >= Date.parse(from))
    .filter(({ receiveTimestamp: time }) => Date.parse(time) <= Date.parse(to))
    .toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  const size = Math.min(call.pageSize, max);
  const isMore = offset + size < found.length;
  return {
    status: 200,
    body: JSON.stringify({
      ...(found.length === 0 ? {} : { entries: found.slice(offset, offset + size) }),
      ...(isMore ? { nextPageToken: tokenOf(call, epoch, offset + size) } : {}),
    }),
  };
}

function parametersOf({ resourceNames, filter, orderBy }: EntriesCall): string {
  return JSON.stringify([resourceNames, filter, orderBy]);
}

function tokenOf(call: EntriesCall, epoch: number, offset: number): string {
  return Buffer.from(JSON.stringify([epoch, parametersOf(call), offset])).toString('base64');
}

function offsetOf(call: EntriesCall, epoch: number): number | undefined {
  if (call.pageToken === undefined) return 0;
  const [given, parameters, offset] = JSON.parse(
    Buffer.from(call.pageToken, 'base64').toString('utf8'),
  );
  return given === epoch && parameters === parametersOf(call) ? offset : undefined;
}

function refuse(status: number, code: string, message: string): Answered {
  return { status, body: JSON.stringify({ error: { code: status, status: code, message } }) };
}
