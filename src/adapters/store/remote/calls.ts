import { z } from 'zod';
import { type LifecycleStep, lifecycleEvents } from '../../../model/lifecycle.ts';
import { Answer } from '../../../ports/store/answer.ts';
import type { CollectedPage } from '../../../ports/store/collected.ts';
import type {
  RunRecord,
  StepOrigin,
  Store,
  StoredDocument,
} from '../../../ports/store/run-store.ts';
import type { Unexplained } from '../../../ports/store/seen-difference.ts';
import type { LedgerEntry } from '../../../stages/ledger/entry.ts';

/**
 * A run as it is sent: the results of its functions for the stored intents are computed beforehand.
 */
export interface SentRun extends Omit<RunRecord, 'steps' | 'assess'> {
  readonly steps: readonly (readonly [string, readonly LifecycleStep[]])[];
  readonly assessed: readonly (readonly [string, LifecycleStep])[];
}

export function receivedRun({ steps, assessed, ...record }: SentRun): RunRecord {
  const known = new Map(assessed);
  return { ...record, steps: new Map(steps), assess: ({ intent }) => known.get(intent.id) };
}

/** A method that another process may call, by the name in its URL. */
export interface StoreCall {
  /** Undefined for arguments that do not fit this method. */
  run(store: Store, args: unknown): Promise<unknown> | undefined;
}

/** A method whose answer is a stream of lists. */
export interface StreamCall {
  read(store: Store, args: unknown): AsyncIterable<readonly string[]> | undefined;
}

// The schemas cover the parts that the store makes columns of. The rest is kept as sent, so that a
// report of another version stays complete.
const text = z.string();
const time = z.iso.datetime({ offset: true });
const some = z.object;

const document = some({ id: text.max(1000), time, body: z.record(text, z.unknown()) });
const entry = some({
  id: text.max(100),
  kind: z.enum(['update', 'apply', 'handover']),
  time,
  address: text,
  manager: some({ id: text }),
});
const step = some({
  event: z.enum(lifecycleEvents),
  because: text,
});
const write = some({ time });
const moments = some({ from: time, to: time });
const report = some({
  schema: z.literal('parley/report/v1'),
  startedAt: time,
  drifts: z.array(some({ id: text, address: text, writes: z.array(write).optional() })),
  intents: z.array(some({ id: text, drifts: z.array(text), window: moments })),
  decisions: z.array(
    some({
      intent: text,
      drift: text,
      address: text,
      path: z.array(z.unknown()),
      verdict: some({ outcome: text, rule: text }),
    }),
  ),
  reverted: z.array(some({ writes: z.array(write).optional(), window: moments })),
});
const memory = some({
  events: z.array(some({ id: text.max(2000), time, addresses: z.record(text, text) })),
  forgotten: z.array(text),
  open: z.array(some({ address: text, path: z.array(z.unknown()), firstSeen: time })),
  closed: z.array(text),
  state: some({ lineage: text, serial: z.number(), at: time }).optional(),
});
const run = some({
  command: text.max(100),
  report,
  record: z.record(text, z.unknown()).optional(),
  memory: memory.optional(),
  steps: z.array(z.tuple([text, z.array(step)])),
  assessed: z.array(z.tuple([text, step])),
  ledger: some({
    entries: z.array(entry),
    declarations: z.array(some({ before: entry, now: entry })),
  }),
});
const unexplained = some({
  read: z.union([z.literal('all'), z.array(text)]),
  seen: z.array(some({ id: text, address: text, firstSeen: time })),
});
const page = some({
  source: text,
  cloud: z.enum(['aws', 'azure', 'gcp']),
  stream: text,
  at: time,
  records: z.array(some({ id: text, eventTime: time, ingestedAt: time, digest: text, raw: text })),
});

/** Every method of the store, except those that no other process may call. */
export const calls: Readonly<Record<string, StoreCall>> = {
  recordRun: call<[SentRun]>([run], async (store, [sent]) => {
    const recorded = await store.recordRun(receivedRun(sent));
    return recorded.id;
  }),
  memory: call<[]>([], (store) => store.memory()),
  runs: call<[string | null]>([time.nullable()], (store, [since]) =>
    store.runs(since ?? undefined),
  ),
  latestRun: call<[]>([], async (store) => (await store.latestRun()) ?? null),
  answers: call<[]>([], (store) => store.answers()),
  keepAnswer: call<[Answer]>([Answer], (store, [answer]) => store.keepAnswer(answer)),
  ledger: call<[string]>([text], (store, [address]) => store.ledger(address)),
  appendLedger: call<[LedgerEntry[]]>([z.array(entry)], (store, [entries]) =>
    store.appendLedger(entries),
  ),
  addresses: call<[]>([], (store) => store.addresses()),
  intents: call<[]>([], (store) => store.intents()),
  stepIntent: call<[string, LifecycleStep, StepOrigin]>(
    [text, step, some({ run: text, time })],
    (store, args) => store.stepIntent(...args),
  ),
  transitions: call<[string]>([text], (store, [intent]) => store.transitions(intent)),
  declareIntent: call<[StoredDocument]>([document], (store, [declared]) =>
    store.declareIntent(declared),
  ),
  declaredIntents: call<[]>([], (store) => store.declaredIntents()),
  appendFeedback: call<[StoredDocument[]]>([z.array(document)], (store, [documents]) =>
    store.appendFeedback(documents),
  ),
  feedback: call<[]>([], (store) => store.feedback()),
  putKnowledge: call<[StoredDocument]>([document], (store, [known]) => store.putKnowledge(known)),
  knowledge: call<[]>([], (store) => store.knowledge()),
  removeKnowledge: call<[string]>([text], (store, [id]) => store.removeKnowledge(id)),
  unexplained: call<[]>([], (store) => store.unexplained()),
  keepUnexplained: call<[Unexplained]>([unexplained], (store, [found]) =>
    store.keepUnexplained(found),
  ),
  'collected.add': call<[CollectedPage]>([page], (store, [added]) => store.collected.add(added)),
  'collected.cursor': call<[string, string]>([text, text], (store, [source, stream]) =>
    store.collected.cursor(source, stream),
  ),
  'collected.sources': call<[string]>([time], (store, [since]) => store.collected.sources(since)),
  'collected.names': call<[string]>([time], (store, [since]) => store.collected.names(since)),
  'collected.oldest': call<[string]>([time], (store, [since]) => store.collected.oldest(since)),
  'collected.prune': call<[string, string]>([text, time], (store, [source, before]) =>
    store.collected.prune(source, before),
  ),
};

export const streams: Readonly<Record<string, StreamCall>> = {
  'collected.read': {
    read: (store, args) => {
      const read = z.tuple([text, time]).safeParse(args);
      return read.success ? store.collected.read(...read.data) : undefined;
    },
  },
};

function call<Args extends readonly unknown[]>(
  schemas: readonly z.ZodType[],
  run: (store: Store, args: Args) => Promise<unknown>,
): StoreCall {
  return {
    run(store, args) {
      if (!Array.isArray(args) || args.length !== schemas.length) return undefined;
      const isRight = schemas.every((schema, i) => schema.safeParse(args[i]).success);
      // The schemas checked what the store relies on; members that they do not name are passed on
      // as sent.
      return isRight ? run(store, args as unknown as Args) : undefined;
    },
  };
}
