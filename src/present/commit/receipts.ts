import type { Sha256 } from '../../model/receipt.ts';
import type { CommitMessage } from '../../ports/forge/proposal.ts';
import { checkpointLine } from '../../stages/receipt/checkpoint.ts';

export const receiptTrailer = 'Receipt';
export const checkpointTrailer = 'Parley-Checkpoint';

/** Ids of receipts, and a checkpoint of a log that contains them. */
export interface NamedReceipts {
  readonly ids: readonly Sha256[];
  /** Signed note. */
  readonly checkpoint: string;
}

/**
 * Adds the receipts of what was decided. Anyone with the commit can then tell whether the log was
 * rewritten.
 */
export function withReceipts(
  message: CommitMessage,
  receipts: NamedReceipts | undefined,
): CommitMessage {
  return { ...message, trailers: [...message.trailers, ...receiptTrailers(receipts)] };
}

/** One line for each receipt, and the checkpoint's text as base64. */
function receiptTrailers(receipts: NamedReceipts | undefined): CommitMessage['trailers'] {
  if (receipts === undefined || receipts.ids.length === 0) return [];
  return [
    ...receipts.ids.map((id) => [receiptTrailer, `sha256:${id}`] as const),
    [checkpointTrailer, checkpointLine(receipts.checkpoint)],
  ];
}
