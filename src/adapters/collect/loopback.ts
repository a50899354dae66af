/**
 * True for an unencrypted address on this machine: an emulator. No credentials are sent there,
 * since the listener is not the cloud.
 */
export function isLoopbackUrl(endpoint: string | undefined): boolean {
  if (endpoint === undefined || !URL.canParse(endpoint)) return false;
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
