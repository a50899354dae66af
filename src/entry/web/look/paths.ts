/** Path of the page of an intent. */
export function intentPath(stack: string, intent: string): string {
  return `/ui/stacks/${encodeURIComponent(stack)}/intents/${encodeURIComponent(intent)}`;
}

export function resourcePath(stack: string, address: string): string {
  return `/ui/stacks/${encodeURIComponent(stack)}/resource?address=${encodeURIComponent(address)}`;
}

/** Path of the page with the unknown calls in the log of a stack. */
export function callsPath(stack: string): string {
  return `/ui/stacks/${encodeURIComponent(stack)}/calls`;
}

/** True for a location on the web. Only forges with one get a link to their pull requests. */
export function isWebLink(location: string): boolean {
  return URL.canParse(location) && /^https?:$/.test(new URL(location).protocol);
}
