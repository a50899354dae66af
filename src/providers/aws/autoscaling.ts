import type { AuditEvent } from '../../model/event.ts';
import type { Naming } from '../catalog/identity.ts';
import { localRef } from '../catalog/naming.ts';
import { textAt } from '../catalog/request.ts';

export const autoscalingService = 'autoscaling.amazonaws.com';
export const groupType = 'aws_autoscaling_group';

/** The group that a request names. Its ARN holds an id that the request does not have. */
export const groupRef: Naming = (event, estate) =>
  localRef(event, estate, groupType, { name: groupName(event) });

export function groupName({ request }: AuditEvent): string | undefined {
  return textAt(request, 'autoScalingGroupName');
}
