import { storeByCalls } from '../../../adapters/store/remote/client.ts';
import type { SyncDeps } from '../../../app/resource/sync.ts';
import type { Sha256 } from '../../../model/receipt.ts';
import type { Result } from '../../../model/result.ts';
import type { DeclaredResources } from '../../../ports/boundary.ts';
import type { ReceiptLog } from '../../../ports/receipt/receipt-log.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import type {
  ExternalPolicyPort,
  ExternalReply,
} from '../../../stages/arbitration/external/types.ts';
import type { Model, ModelFailure, ModelReply } from '../../../stages/intent/llm/port.ts';

/** Calls a method in the process that gave the task; `lend.ts` implements them. */
export type BorrowedCall = <T>(method: string, ...args: readonly unknown[]) => Promise<T>;

export function borrowedStore(call: BorrowedCall): Store {
  return storeByCalls({
    call,
    async *read(source, since) {
      const reading = await call<number>('collected.begin', source, since);
      for (;;) {
        const list = await call<readonly string[] | null>('collected.next', reading);
        if (list === null) return;
        yield list;
      }
    },
  });
}

/** A model in the other process, which has the key, the cache and the budget. */
export function borrowedModel(call: BorrowedCall, name: string): Model {
  return {
    name,
    ask: (request) => call<Result<ModelReply, ModelFailure>>('model.ask', request),
    known: (request) => call('model.known', request),
    keep: (request, answer) => call('model.keep', request, answer),
  };
}

export function borrowedJudge(call: BorrowedCall, name: string): ExternalPolicyPort {
  return { name, ask: (question) => call<Result<ExternalReply>>('external.ask', question) };
}

/** Looks up receipts in the process that has the log. */
export function borrowedReceipts(call: BorrowedCall): ReceiptLog['has'] {
  return async (ids) => new Set(await call<readonly Sha256[]>('receipts.has', ids));
}

/** Declared resources, from the process that has the registry and the kinds. */
export function borrowedResources(call: BorrowedCall): DeclaredResources {
  return {
    read: (name, version) => call('resources.read', name, version),
    numberOf: (name, version) => call('resources.numberOf', name, version),
    template: (kind, digest) => call('resources.template', kind, digest),
    check: (version) => call('resources.check', version),
    suggest: (version) => call('resources.suggest', version),
  };
}

/** Everything that a tenant declared, for reading. */
export function borrowedCatalogue(call: BorrowedCall): Pick<SyncDeps, 'catalogue' | 'templates'> {
  return {
    catalogue: {
      names: () => call('catalogue.names'),
      entry: (name) => call('catalogue.entry', name),
      read: (name, digest) => call('catalogue.read', name, digest),
    },
    templates: { read: (digest) => call('catalogue.template', digest) },
  };
}
