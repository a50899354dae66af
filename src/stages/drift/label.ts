import { isArmId } from '../../model/arm-id.ts';
import type { ResourceRef } from '../../model/effect.ts';
import { displayText } from '../../model/text.ts';

/** How a resource without address is called: `aws_security_group (sg-1)`. */
export function driftLabel({ type, keys }: ResourceRef): string {
  const key = keys.find((one) => Object.hasOwn(one, 'id')) ?? keys[0] ?? {};
  const names = Object.values(key).map((name) => (isArmId(name) ? endOf(name) : name));
  return `${type} (${displayText(names.join(', '), 80)})`;
}

/** Ids of Azure begin alike, and tell things apart at their end. */
function endOf(id: string): string {
  const parts = id.split('/');
  return parts.length > 5 ? `.../${parts.slice(-4).join('/')}` : id;
}
