/** Where pages are. */
export function intentPath(stack: string, intent: string): string {
  return `/ui/stacks/${encodeURIComponent(stack)}/intents/${encodeURIComponent(intent)}`;
}

export function resourcePath(stack: string, address: string): string {
  return `/ui/stacks/${encodeURIComponent(stack)}/resource?address=${encodeURIComponent(address)}`;
}

/** Calls of the log of a stack that nobody understands. */
export function callsPath(stack: string): string {
  return `/ui/stacks/${encodeURIComponent(stack)}/calls`;
}

/** A forge says where its pull requests are; nothing else is a link. */
export function isWebLink(location: string): boolean {
  return URL.canParse(location) && /^https?:$/.test(new URL(location).protocol);
}
