import { createHmac } from 'node:crypto';

function hmac(secret: string, ...parts: readonly (string | Uint8Array)[]): string {
  const digest = createHmac('sha256', secret);
  for (const part of parts) digest.update(part);
  return digest.digest('hex');
}

/** The signature that callers of the API add to a call, as docs/api.md describes it. */
export function signCall(secret: string, timestamp: string, body: string): string {
  return `sha256=${hmac(secret, `${timestamp}.`, body)}`;
}

/**
 * The signature that Slack adds to a request:
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function signAsSlack(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `v0=${hmac(secret, `v0:${timestamp}:`, body)}`;
}
