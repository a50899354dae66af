import { resourceTypeOf } from './resource.ts';

export interface AzureOperation {
  readonly service: string;
  readonly operation: string;
}

const qualified = /^[a-z][\w.-]*\.[\w.-]+(?:\/[\w.$ -]+)+$/;
const bare = /^[a-z]\w{0,60}$/;

/**
 * Namespace and rest of an operation name, in lower case since one shape has all in upper case.
 * Old names such as `ScaleUp` have no namespace; that of the resource is theirs. A name made for
 * people (`Create or update network security group`) is refused: it differs by language.
 */
export function operationOf(name: string, resourceId: string): AzureOperation | undefined {
  const lower = name.trim().toLowerCase();
  if (lower.length > 300) return undefined;
  if (qualified.test(lower)) {
    const slash = lower.indexOf('/');
    return { service: lower.slice(0, slash), operation: lower.slice(slash + 1) };
  }
  if (!bare.test(lower)) return undefined;
  return { service: resourceTypeOf(resourceId).split('/')[0] ?? '', operation: lower };
}

/** Actions that give something out or look something up. When in doubt, it mutates. */
const readingAction =
  /(?:^|\/)(?:(?:list|get|query|search|summarize|export|download)[a-z0-9]*|check[a-z0-9]*availability|checkaccess)\/action$/;

export function isAzureReading(operation: string): boolean {
  return /(?:^|\/)read$/.test(operation) || readingAction.test(operation);
}

/** Actions that ask what a call would do. */
export function isTrial(operation: string): boolean {
  return /(?:^|\/)(?:validate|whatif)\/action$/.test(operation);
}

/** A write without a body in the log did have one: what it wrote is unknown. */
export function sendsBody(operation: string): boolean {
  return /(?:^|\/)write$/.test(operation);
}
