import { hexDigest } from '../../model/digest.ts';
import type { CommitMessage } from '../../ports/forge/proposal.ts';

/** Trailer that ties a commit to the content Parley gave it: survives renames, not edits. */
export const sealTrailer = 'Parley-Seal';

export function makeSeal(tree: string, intent: string): string {
  return hexDigest(`${tree} ${intent}`).slice(0, 32);
}

/** Subject, body and trailers as git reads them; a value never continues on another line. */
export function formatMessage(message: CommitMessage, sealValue: string): string {
  const trailers = [...message.trailers, [sealTrailer, sealValue] as const].map(
    ([name, value]) => `${name}: ${value.replaceAll(/\s+/g, ' ')}`,
  );
  return `${message.subject}\n\n${message.body.trim()}\n\n${trailers.join('\n')}\n`;
}
