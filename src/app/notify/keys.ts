/**
 * The key of a message about an intent. The parts are names without spaces, so that keys cannot
 * collide.
 */
export function messageKey(channel: string, stack: string, intent: string): string {
  return `message ${channel} ${stack} ${intent}`;
}

/**
 * Prefix for the channel of a job that notifies a person waiting for the end of a scan. The id of
 * the wait follows.
 */
export const replyChannel = 'reply:';
