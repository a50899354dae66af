import { resourceTypeOf } from './resource.ts';

export interface AzureOperation {
  readonly service: string;
  readonly operation: string;
}

const qualified = /^[a-z][\w.-]*\.[\w.-]+(?:\/[\w.$ -]+)+$/;
const bare = /^[a-z]\w{0,60}$/;

/**
 * Namespace and rest of an operation name, in lower case, since one shape has everything in upper
 * case. Old names such as `ScaleUp` have no namespace and get that of the resource. A name made for
 * people (`Create or update network security group`) is refused, because it differs by language.
 */
export function azureOperation(name: string, resourceId: string): AzureOperation | undefined {
  const lower = name.trim().toLowerCase();
  if (lower.length > 300) return undefined;
  if (qualified.test(lower)) {
    const slash = lower.indexOf('/');
    return { service: lower.slice(0, slash), operation: lower.slice(slash + 1) };
  }
  if (!bare.test(lower)) return undefined;
  return { service: resourceTypeOf(resourceId).split('/')[0] ?? '', operation: lower };
}

/** Actions that return something or look something up. In doubt, an action is mutating. */
const readingAction =
  /(?:^|\/)(?:(?:list|get|query|search|summarize|export|download)[a-z0-9]*|check[a-z0-9]*availability|checkaccess)\/action$/;

export function isAzureReading(operation: string): boolean {
  return /(?:^|\/)read$/.test(operation) || readingAction.test(operation);
}

/** Actions that ask what a call would do. */
export function isTrial(operation: string): boolean {
  return /(?:^|\/)(?:validate|whatif)\/action$/.test(operation);
}

/** True for a write. If its body is not in the log, it is unknown what it wrote. */
export function sendsBody(operation: string): boolean {
  return /(?:^|\/)write$/.test(operation);
}
