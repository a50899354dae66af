/**
 * True for an address on this machine without encryption: an emulator. Credentials are not sent
 * there, since whoever listens is not the cloud.
 */
export function isLoopbackUrl(endpoint: string | undefined): boolean {
  if (endpoint === undefined || !URL.canParse(endpoint)) return false;
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
