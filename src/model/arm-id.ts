/** Ids of Azure Resource Manager have no case; other texts come back as they are. */
export function foldArmId(text: string): string {
  return isArmId(text) ? text.toLowerCase() : text;
}

/** `/subscriptions/...` or `/providers/...`, in any case. */
export function isArmId(text: string): boolean {
  return text.startsWith('/') && /^\/(?:subscriptions|providers)\//i.test(text);
}
