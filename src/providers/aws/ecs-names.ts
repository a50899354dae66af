import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { arnIn, nameInArn, splitArn } from '../catalog/arn.ts';
import { refTo } from '../catalog/effects.ts';
import { liesElsewhere, localRef } from '../catalog/naming.ts';
import { requireText, textAt } from '../catalog/request.ts';
import type { Estate } from '../catalog/types.ts';

export const ecsNames = 'ecs.amazonaws.com';
export const cluster = 'aws_ecs_cluster';
export const ecsService = 'aws_ecs_service';

/** A call that names no cluster means the one called `default`. */
export function clusterName({ request }: AuditEvent, member = 'cluster'): string {
  return nameInArn(textAt(request, member) ?? 'default');
}

export function clusterArn(event: AuditEvent, member = 'cluster'): string {
  const given = textAt(event.request, member) ?? 'default';
  return splitArn(given) === undefined ? arnIn(event, 'ecs', `cluster/${given}`) : given;
}

export function clusterRef(event: AuditEvent, estate: Estate, member = 'cluster'): ResourceRef {
  const given = textAt(event.request, member) ?? 'default';
  if (splitArn(given) !== undefined) return refTo(cluster, { arn: given });
  return localRef(event, estate, cluster, { name: given }, clusterArn(event, member));
}

/** A service by its ARN, which is Terraform's id, or by its name within the cluster. */
export function serviceRef(event: AuditEvent, estate: Estate, given: string): ResourceRef {
  const byArn = serviceArns(event, given).map((id) => ({ id }));
  const name = nameInArn(given);
  const named = [
    { name, cluster: clusterArn(event) },
    { name, cluster: clusterName(event) },
  ];
  const namesake = estate.find(refTo(ecsService, ...named));
  const elsewhere = namesake !== undefined && liesElsewhere(namesake, event);
  return refTo(ecsService, ...byArn, ...(elsewhere ? [] : named));
}

/** Older accounts have service ARNs without the cluster. */
function serviceArns(event: AuditEvent, given: string): readonly string[] {
  if (splitArn(given) !== undefined) return [given];
  return [`service/${clusterName(event)}/${given}`, `service/${given}`].map((resource) =>
    arnIn(event, 'ecs', resource),
  );
}

export function requestedService(event: AuditEvent, estate: Estate): ResourceRef {
  return serviceRef(event, estate, requireText(event.request, 'service'));
}
