import { z } from 'zod';
import type { CollectedLog } from '../../../ports/store/collected.ts';
import type { RunRecord, Store, StoredIntent, StoredRun } from '../../../ports/store/run-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { storedRun } from '../stored-run.ts';
import type { SentRun } from './calls.ts';
import type { Daemon } from './daemon.ts';
import { readStreamLines } from './lines.ts';

/** Milliseconds that a daemon has to answer. */
const timeout = 5000;

/** True if the daemon answers and accepts the token. */
export async function isAnswering({ port, token }: Daemon): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/ping`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeout),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Calls a further method of the process, which `startStoreServer` was given. */
export async function askService(
  daemon: Daemon,
  method: `service.${string}`,
  args: readonly unknown[],
): Promise<unknown> {
  const body = JSON.stringify({ tenant: 'default', stack: 'default', args });
  const answer = z
    .object({ value: z.unknown() })
    .parse(await (await request(daemon, method, body)).json());
  return answer.value;
}

/**
 * The store of a stack that another process on this machine has open. `close` does not close it
 * there.
 */
export function createRemoteStore(daemon: Daemon, key: StackKey): Store {
  const { tenant, stack } = key;
  const post = (method: string, args: readonly unknown[]) =>
    request(daemon, method, JSON.stringify({ tenant, stack, args }));
  return storeByCalls({
    // The method of the same name made the value on the other side.
    async call<T>(method: string, ...args: readonly unknown[]): Promise<T> {
      const { value } = (await (await post(method, args)).json()) as { readonly value: T };
      return value;
    },
    async *read(source, since) {
      const { body } = await post('collected.read', [source, since]);
      if (body === null) throw new Error('The answer of the service is empty.');
      for await (const line of readStreamLines(body))
        yield z.array(z.string()).parse(JSON.parse(line));
    },
  });
}

/** How to reach a store in another process: by the methods of `calls.ts`. */
export interface StoreCalls {
  readonly call: <T>(method: string, ...args: readonly unknown[]) => Promise<T>;
  readonly read: CollectedLog['read'];
}

/** A store in another process. `close` does not close it there. */
export function storeByCalls({ call, read }: StoreCalls): Store {
  const intents = () => call<readonly StoredIntent[]>('intents');
  return {
    async recordRun(record) {
      const run = storedRun(record);
      const id = await call<string>('recordRun', sentRun(record, await intents()));
      return { ...run, id };
    },
    memory: () => call('memory'),
    runs: (since) => call('runs', since ?? null),
    // JSON has no undefined, so null is sent instead.
    latestRun: async () => (await call<StoredRun | null>('latestRun')) ?? undefined,
    answers: () => call('answers'),
    keepAnswer: (answer) => call('keepAnswer', answer),
    ledger: (address) => call('ledger', address),
    appendLedger: (entries) => call('appendLedger', entries),
    addresses: () => call('addresses'),
    intents,
    stepIntent: (intent, step, origin) => call('stepIntent', intent, step, origin),
    transitions: (intent) => call('transitions', intent),
    declareIntent: (document) => call('declareIntent', document),
    declaredIntents: () => call('declaredIntents'),
    appendFeedback: (documents) => call('appendFeedback', documents),
    feedback: () => call('feedback'),
    putKnowledge: (document) => call('putKnowledge', document),
    knowledge: () => call('knowledge'),
    removeKnowledge: (id) => call('removeKnowledge', id),
    unexplained: () => call('unexplained'),
    keepUnexplained: (found) => call('keepUnexplained', found),
    collected: {
      add: (page) => call('collected.add', page),
      cursor: (source, stream) => call('collected.cursor', source, stream),
      sources: (since) => call('collected.sources', since),
      names: (since) => call('collected.names', since),
      oldest: (since) => call('collected.oldest', since),
      prune: (source, before) => call('collected.prune', source, before),
      read,
    },
    close: async () => undefined,
  };
}

/** Functions cannot be sent: the other side gets their results for each stored intent. */
export function sentRun(
  { steps, assess, ...record }: RunRecord,
  intents: readonly StoredIntent[],
): SentRun {
  return {
    ...record,
    steps: [...steps],
    assessed: intents.flatMap((stored) => {
      const step = assess(stored);
      return step === undefined ? [] : [[stored.intent.id, step] as const];
    }),
  };
}

async function request({ port, token }: Daemon, method: string, body: string): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  }).catch((cause: unknown) => {
    throw new Error('The service that has the store open does not answer.', { cause });
  });
  if (response.ok) return response;
  const problem = z.object({ error: z.string() }).safeParse(await response.json().catch(() => 0));
  throw new Error(problem.success ? problem.data.error : `The service answers ${response.status}.`);
}
