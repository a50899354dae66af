import type { AuditEvent } from '../../model/event.ts';

/** `arn:partition:service:region:account:resource`. */
export interface Arn {
  readonly partition: string;
  readonly service: string;
  readonly region: string;
  readonly account: string;
  /** Everything after the account: `function:name`, `instance/i-1`, `topic-name`. */
  readonly resource: string;
}

export function splitArn(text: string): Arn | undefined {
  const [prefix, partition, service, region, account, ...rest] = text.split(':');
  if (prefix !== 'arn' || rest.length === 0) return undefined;
  if (partition === undefined || service === undefined) return undefined;
  if (region === undefined || account === undefined) return undefined;
  return { partition, service, region, account, resource: rest.join(':') };
}

/** The partition of a region. */
export function arnPartition(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  if (region.startsWith('us-gov-')) return 'aws-us-gov';
  return 'aws';
}

/** The ARN of a resource in the account and region of the event. */
export function arnIn(event: AuditEvent, service: string, resource: string): string {
  const partition = arnPartition(event.region);
  return `arn:${partition}:${service}:${event.region}:${event.scope}:${resource}`;
}

/** The last segment of an ARN's resource, or the text itself if it is not an ARN. */
export function nameInArn(text: string): string {
  const resource = splitArn(text)?.resource;
  return resource === undefined ? text : (resource.split(/[:/]/).at(-1) ?? resource);
}
