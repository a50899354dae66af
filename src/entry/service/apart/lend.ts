import { calls, streams } from '../../../adapters/store/remote/calls.ts';
import type { SyncDeps } from '../../../app/resource/sync.ts';
import { isArtifactDigest } from '../../../model/artifact.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Sha256 } from '../../../model/receipt.ts';
import type { ResourceVersion } from '../../../model/resource.ts';
import type { DeclaredResources } from '../../../ports/boundary.ts';
import type { ReceiptLog } from '../../../ports/receipt/receipt-log.ts';
import type { CollectedLog } from '../../../ports/store/collected.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import type { ExternalPolicyPort } from '../../../stages/arbitration/external/types.ts';
import type { Model, ModelRequest } from '../../../stages/intent/llm/port.ts';

/** What a process with a task may use of this one until the task ends. */
export interface Lending {
  readonly store: Store;
  /** Audit records, where they are not in the store. */
  readonly log?: CollectedLog;
  readonly model?: Model | undefined;
  readonly external?: ExternalPolicyPort | undefined;
  readonly hasReceipts?: ReceiptLog['has'] | undefined;
  /** The resources of the tenant whose code it is. */
  readonly resources?: DeclaredResources | undefined;
}

/** Store methods that a run or a judgment needs, to read and to keep what it learned. */
const ofStore: ReadonlySet<string> = new Set([
  'memory',
  'runs',
  'latestRun',
  'answers',
  'ledger',
  'intents',
  'declaredIntents',
  'feedback',
  'knowledge',
  'putKnowledge',
  'removeKnowledge',
  'unexplained',
  'collected.names',
  'collected.sources',
  'collected.oldest',
]);

/** Answers calls by name, and rejects methods that are not lent. */
export type Lend = (method: string, args: readonly unknown[]) => Promise<unknown>;

export function createLend({ store, log, resources, ...asked }: Lending): Lend {
  const whole: Store = log === undefined ? store : { ...store, collected: log };
  const { model, external, hasReceipts } = asked;
  const open = new Map<number, AsyncIterator<readonly string[]>>();
  let last = 0;

  const begin = (args: readonly unknown[]): number => {
    const lists = streams['collected.read']?.read(whole, args);
    if (lists === undefined) throw new Error('These are not arguments of collected.read.');
    last += 1;
    open.set(last, lists[Symbol.asyncIterator]());
    return last;
  };
  // Null after the last piece.
  const next = async (id: unknown): Promise<readonly string[] | null> => {
    const reading = typeof id === 'number' ? open.get(id) : undefined;
    if (reading === undefined) throw new Error('There is no read with that number.');
    const { value, done } = await reading.next();
    return done === true ? null : value;
  };

  return async (method, args) => {
    if (ofStore.has(method)) {
      const running = calls[method]?.run(whole, args);
      if (running === undefined) throw new Error(`These are not arguments of ${method}.`);
      return running;
    }
    const [first, second] = args;
    if (method === 'collected.begin') return begin(args);
    if (method === 'collected.next') return next(first);
    if (method === 'external.ask' && external !== undefined)
      return external.ask(first as JsonObject);
    if (method === 'receipts.has' && hasReceipts !== undefined) {
      return [...(await hasReceipts(first as readonly Sha256[]))];
    }
    if (resources !== undefined && method.startsWith('resources.')) {
      return lentResource(resources, method, args);
    }
    if (model !== undefined) {
      const request = first as ModelRequest;
      if (method === 'model.ask') return model.ask(request);
      if (method === 'model.known') return model.known?.(request);
      if (method === 'model.keep') return model.keep?.(request, second);
    }
    throw new Error(`A run may not call ${method}.`);
  };
}

/** Lends what a tenant declared, for comparing code with it. Nothing can be changed. */
export function lendCatalogue({
  catalogue,
  templates,
}: Pick<SyncDeps, 'catalogue' | 'templates'>): Lend {
  return async (method, [first, second]) => {
    if (method === 'catalogue.names') return catalogue.names();
    if (method === 'catalogue.entry') return catalogue.entry(String(first));
    const digest = String(method === 'catalogue.template' ? first : second);
    if (!isArtifactDigest(digest)) throw new Error('This is not a digest.');
    if (method === 'catalogue.read') return catalogue.read(String(first), digest);
    if (method === 'catalogue.template') return templates.read(digest);
    throw new Error(`A process that compares code may not call ${method}.`);
  };
}

/** Names and digests are checked where they are looked up, and versions before they are kept. */
function lentResource(
  resources: DeclaredResources,
  method: string,
  [first, second]: readonly unknown[],
): Promise<unknown> {
  const [name, digest] = [String(first), typeof second === 'string' ? second : ''];
  const version = isArtifactDigest(digest) ? digest : undefined;
  const next = first as ResourceVersion;
  if (method === 'resources.template') return resources.template(name, version);
  if (method === 'resources.read' && version) return resources.read(name, version);
  if (method === 'resources.numberOf' && version) return resources.numberOf(name, version);
  if (method === 'resources.check') return resources.check(next);
  if (method === 'resources.suggest') return resources.suggest(next);
  throw new Error(`A run may not call ${method}.`);
}
