import type { EvidenceEvent } from './types.ts';

/** Prefixes that incident, change and request systems use. Words like `UTF-8` are not tickets. */
const ticket =
  /(?:^|[^A-Za-z0-9])((?:INC|CHG|CHANGE|PRB|REQ|RITM|SR|TASK|OPS|SEC|SRE)-?\d{1,10})(?![A-Za-z0-9])/i;

/**
 * The ticket that the actor named in the session or the source identity, in capitals. Both are
 * chosen by the caller, so the ticket is a claim and proves nothing.
 */
export function claimedTicket(events: readonly EvidenceEvent[]): string | undefined {
  for (const { sourceIdentity, actor } of events) {
    for (const text of [sourceIdentity, actor.session]) {
      const found = text === undefined ? null : ticket.exec(text);
      if (found?.[1] !== undefined) return found[1].toUpperCase();
    }
  }
  return undefined;
}
