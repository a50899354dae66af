import { type Answered, type Asked, startHttp, type TestServer } from './http.ts';

/** An event of the event history; times in milliseconds. */
export interface HistoryEvent {
  readonly id: string;
  readonly time: number;
  /** When LookupEvents starts to return it. */
  readonly shown?: number;
  readonly account?: string;
  readonly region?: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface History extends TestServer {
  events: HistoryEvent[];
  /** The server's clock, in milliseconds. */
  now: number;
  /** Names of errors to answer the next calls with. */
  readonly faults: string[];
  /** The inputs of LookupEvents, in order. */
  readonly calls: Lookup[];
  /** Makes all page tokens given so far invalid. */
  forget(): void;
  /** Called before each answer. */
  onCall: () => void;
}

export interface Lookup {
  readonly StartTime: number;
  readonly EndTime: number;
  readonly LookupAttributes?: readonly { AttributeKey: string; AttributeValue: string }[];
  readonly MaxResults?: number;
  readonly NextToken?: string;
  readonly region: string;
  readonly key: string;
}

/** A fake of LookupEvents: JSON 1.1, newest first, and page tokens bound to their input. */
export async function startHistory(events: readonly HistoryEvent[]): Promise<History> {
  let epoch = 0;
  const server = await startHttp((asked) => answer(history, asked, epoch));
  const history: History = {
    ...server,
    events: [...events],
    now: Number.MAX_SAFE_INTEGER,
    faults: [],
    calls: [],
    forget() {
      epoch += 1;
    },
    onCall: () => undefined,
  };
  return history;
}

const target = 'CloudTrail_20131101.LookupEvents';

function answer(history: History, { headers, body }: Asked, epoch: number): Answered {
  history.onCall();
  if (headers['x-amz-target'] !== target) return refuse('UnknownOperationException');
  const [, key = '', region = ''] =
    /Credential=([^/]+)\/\d+\/([a-z0-9-]+)\//.exec(headers.authorization ?? '') ?? [];
  const input: Lookup = { ...JSON.parse(body), region, key };
  history.calls.push(input);
  const fault = history.faults.shift();
  if (fault !== undefined) return refuse(fault);
  if ((input.MaxResults ?? 50) > 50) return refuse('InvalidMaxResultsException');
  if (input.EndTime < input.StartTime) return refuse('InvalidTimeRangeException');
  const offset = offsetOf(input, epoch);
  if (offset === undefined) return refuse('InvalidNextTokenException');
  const found = select(history, input);
  const size = input.MaxResults ?? 50;
  const isMore = offset + size < found.length;
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify({
      Events: found.slice(offset, offset + size).map(eventOf),
      ...(isMore ? { NextToken: tokenOf(input, epoch, offset + size) } : {}),
    }),
  };
}

function refuse(name: string): Answered {
  const status = name === 'InternalFailure' ? 500 : 400;
  return { status, body: JSON.stringify({ __type: name, message: `${name} of the test` }) };
}

function select({ events, now }: History, { StartTime, EndTime, ...input }: Lookup) {
  const [attribute] = input.LookupAttributes ?? [];
  return events
    .filter(({ time }) => time >= StartTime * 1000 && time <= EndTime * 1000)
    .filter(({ shown = 0 }) => shown <= now)
    .filter(({ region = input.region }) => region === input.region)
    .filter(
      ({ record }) =>
        attribute === undefined || String(record['readOnly']) === attribute.AttributeValue,
    )
    .toSorted((a, b) => b.time - a.time);
}

function eventOf({ id, time, record }: HistoryEvent) {
  return {
    EventId: id,
    EventName: record['eventName'],
    EventSource: record['eventSource'],
    EventTime: time / 1000,
    ReadOnly: String(record['readOnly']),
    CloudTrailEvent: JSON.stringify(record),
  };
}

/** All parameters but the token: AWS refuses a token if the other parameters differ. */
function parametersOf({ NextToken: _, ...input }: Lookup): string {
  return JSON.stringify(input);
}

function tokenOf(input: Lookup, epoch: number, offset: number): string {
  return Buffer.from(JSON.stringify([epoch, parametersOf(input), offset])).toString('base64');
}

function offsetOf(input: Lookup, epoch: number): number | undefined {
  if (input.NextToken === undefined) return 0;
  const [given, parameters, offset] = JSON.parse(
    Buffer.from(input.NextToken, 'base64').toString('utf8'),
  );
  return given === epoch && parameters === parametersOf(input) ? offset : undefined;
}
