import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { own } from '../../model/json.ts';
import { arnIn, arnPartition, splitArn } from './arn.ts';
import { refTo } from './effects.ts';
import type { Finding, Naming } from './identity.ts';
import { requireText } from './request.ts';
import type { Estate, ManagedResource } from './types.ts';

/** The ARN of a resource in a service without regions, such as IAM. */
export function globalArn(event: AuditEvent, service: string, resource: string): string {
  return `arn:${arnPartition(event.region)}:${service}::${event.scope}:${resource}`;
}

/**
 * A resource whose name is unique only within one account and region. The ARN is the first key. The
 * name is an alternative, unless the managed resource of that name is known to be elsewhere: logs
 * of a whole organization contain many resources of the same name.
 */
export function localRef(
  event: AuditEvent,
  estate: Estate,
  type: string,
  name: Readonly<Record<string, string | undefined>>,
  arn?: string,
  arnAttribute = 'arn',
): ResourceRef {
  const namesake = estate.find(refTo(type, name));
  if (namesake !== undefined && liesElsewhere(namesake, event)) {
    return refTo(type, { ...name, [arnAttribute]: arn ?? `${event.scope}:${event.region}` });
  }
  return refTo(type, { [arnAttribute]: arn }, name);
}

/**
 * Names a resource by a request member. The name follows `path` in ARNs of the service, and is
 * unique only within one account and region.
 */
export function refByName(
  type: string,
  member: string,
  [service, path]: readonly [service: string, path: string],
  attribute = 'name',
): Naming {
  return (event, estate) => {
    const name = requireText(event.request, member);
    const arn = arnIn(event, service, `${path}${name}`);
    return localRef(event, estate, type, { [attribute]: name }, arn);
  };
}

/** Names a resource by the ARN in a request member; the type depends on what the ARN contains. */
export function refByArn(member: string, types: Readonly<Record<string, string>>): Finding {
  return ({ request }) => {
    const arn = requireText(request, member);
    const [, type] = Object.entries(types).find(([part]) => arn.includes(part)) ?? [];
    return type === undefined ? undefined : refTo(type, { arn });
  };
}

/** True if the ARN of the managed resource has another account or region than the event. */
export function liesElsewhere({ attributes }: ManagedResource, event: AuditEvent): boolean {
  const arn = ['arn', 'id', 'dashboard_arn']
    .map((name) => own(attributes, name))
    .map((value) => (typeof value === 'string' ? splitArn(value) : undefined))
    .find((found) => found !== undefined);
  if (arn === undefined) return false;
  return differ(arn.account, event.scope) || differ(arn.region, event.region);
}

function differ(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b;
}

/** The first of the refs that is managed, or else the first; for APIs that serve several types. */
export function firstManaged(
  estate: Estate,
  first: ResourceRef,
  ...others: readonly ResourceRef[]
): ResourceRef {
  return [first, ...others].find((ref) => estate.find(ref) !== undefined) ?? first;
}
