import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { canonicalJson, isJsonArray } from '../../model/json.ts';
import type { ManagedResource } from '../catalog/types.ts';
import { memberValueAt, textIn } from './members.ts';
import { nonDefaultAttributes } from './non-default-attributes.ts';

/** One member that a role was granted to or revoked from. */
export interface BindingDelta {
  readonly action: 'ADD' | 'REMOVE';
  readonly role: string;
  readonly member: string;
  readonly condition: JsonObject | undefined;
}

export function readBindingDeltas(event: AuditEvent): readonly BindingDelta[] {
  const found = memberValueAt(event.details, 'bindingDeltas');
  return (isJsonArray(found) ? found : []).flatMap((one): readonly BindingDelta[] => {
    const action = textIn(one, 'action');
    const role = textIn(one, 'role');
    const member = textIn(one, 'member');
    if ((action !== 'ADD' && action !== 'REMOVE') || role === undefined || member === undefined) {
      return [];
    }
    return [{ action, role, member, condition: readCondition(memberValueAt(one, 'condition')) }];
  });
}

export function readCondition(value: Json | undefined): JsonObject | undefined {
  const found = {
    title: textIn(value, 'title') ?? null,
    description: textIn(value, 'description') ?? null,
    expression: textIn(value, 'expression') ?? null,
  };
  const condition = nonDefaultAttributes(found, {});
  return Object.keys(condition).length === 0 ? undefined : condition;
}

/** False if the role has no members left in the policy that was set; true if that is unknown. */
export function hasRole(bindings: Json | undefined, { role, condition }: BindingDelta): boolean {
  if (!isJsonArray(bindings)) return true;
  return bindings.some(
    (one) =>
      textIn(one, 'role') === role &&
      sameCondition(readCondition(memberValueAt(one, 'condition')), condition),
  );
}

export function managedCondition({ attributes }: ManagedResource): JsonObject | undefined {
  return readCondition(memberValueAt(attributes, 'condition.0'));
}

export function sameCondition(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  const key = (value: JsonObject | undefined): string =>
    value === undefined ? '' : canonicalJson([value['title'] ?? '', value['expression'] ?? '']);
  return key(a) === key(b);
}
