/** The key of a message about an intent. The parts are names without spaces, so that no two are alike. */
export function messageKey(channel: string, stack: string, intent: string): string {
  return `message ${channel} ${stack} ${intent}`;
}

/** The channel of a job that notifies whoever waits for the end of a scan; their id follows. */
export const replyChannel = 'reply:';
