/** Keys of what is remembered. The parts are names without spaces, so that no two keys are alike. */

export function messageKey(channel: string, stack: string, intent: string): string {
  return `message ${channel} ${stack} ${intent}`;
}

/** What a message says now. */
export function shownPrefix(channel: string, stack: string): string {
  return `shown ${channel} ${stack} `;
}

export function digestKey(channel: string, stack: string): string {
  return `digest ${channel} ${stack}`;
}

/** The trouble that a channel was told of last. */
export function troubleKey(channel: string, stack: string): string {
  return `trouble-told ${channel} ${stack}`;
}

/** What a webhook was told last. */
export function toldPrefix(channel: string, stack: string): string {
  return `told ${channel} ${stack} `;
}

/** Taken before a message is posted. */
export function claimKey(key: string): string {
  return `claim ${key}`;
}

/** Somebody who waits for the end of a scan, and the channel of the job that tells them. */
export function replyKey(id: string): string {
  return `reply ${id}`;
}

export const replyChannel = 'reply:';

/** A request that was answered. */
export function requestKey(digest: string): string {
  return `request ${digest}`;
}
