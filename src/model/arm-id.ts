/**
 * Lower-cases ids of Azure Resource Manager, which are case-insensitive. Other texts are returned
 * unchanged.
 */
export function foldArmId(text: string): string {
  return isArmId(text) ? text.toLowerCase() : text;
}

/** True for `/subscriptions/...` and `/providers/...`, in any case. */
export function isArmId(text: string): boolean {
  return text.startsWith('/') && /^\/(?:subscriptions|providers)\//i.test(text);
}
