import type { JsonObject } from '../../model/json.ts';
import type { Result } from '../../model/result.ts';
import { plainJson } from '../../stages/receipt/digest.ts';
import type { Draft } from '../../stages/receipt/statement.ts';
import { syncDraft } from '../resource/receipt.ts';
import type { CodeChange } from './change.ts';
import type { ConvergeContext } from './deps.ts';

/** Makes receipts for commits before anybody sees them. `branch` is the branch they go to. */
export function keepCommitReceipts(
  { deps, settings: { tenant, repository } }: ConvergeContext,
  branch: string,
  made: readonly { readonly change: CodeChange; readonly commit: string }[],
): Promise<Result<unknown>> {
  const drafts = made.flatMap(({ change, commit }) =>
    change.files.map((file): Draft => {
      const draft = syncDraft(tenant, file, { commit });
      return { ...draft, facts: plainJson({ repository, branch }) as JsonObject };
    }),
  );
  return deps.receipts(tenant, (log) => log.append(drafts, new Map(), deps.now()));
}
