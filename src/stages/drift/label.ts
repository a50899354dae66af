import { isArmId } from '../../model/arm-id.ts';
import type { ResourceRef } from '../../model/effect.ts';
import { displayText } from '../../model/text.ts';

/** The label of a resource without an address: `aws_security_group (sg-1)`. */
export function driftLabel({ type, keys }: ResourceRef): string {
  const key = keys.find((one) => Object.hasOwn(one, 'id')) ?? keys[0] ?? {};
  const names = Object.values(key).map((name) => (isArmId(name) ? endOf(name) : name));
  return `${type} (${displayText(names.join(', '), 80)})`;
}

/** Azure ids share long prefixes and differ at the end, so only the end is shown. */
function endOf(id: string): string {
  const parts = id.split('/');
  return parts.length > 5 ? `.../${parts.slice(-4).join('/')}` : id;
}
