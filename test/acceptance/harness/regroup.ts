import type { Json, JsonObject } from '../../../src/model/json.ts';
import { canonicalJson, isJsonObject } from '../../../src/model/json.ts';
import { expandRules } from './shadows.ts';
import type { ResourceChange } from './terraform.ts';

/**
 * True when a planned update of a security group only groups the same inline rules into other
 * blocks. The provider reads live rules into the blocks of the *old* state: a source that the code
 * added to an existing block stays a block of its own until the next apply, which sends nothing.
 */
export function onlyRegroups({ type, change }: ResourceChange): boolean {
  if (type !== 'aws_security_group' || change.actions.join() !== 'update') return false;
  const { before, after } = change;
  if (!isJsonObject(before) || !isJsonObject(after)) return false;
  return (
    sameBut(before, after, ['ingress', 'egress']) &&
    sameRules(before['ingress'], after['ingress']) &&
    sameRules(before['egress'], after['egress'])
  );
}

function sameBut(left: JsonObject, right: JsonObject, keys: readonly string[]): boolean {
  const rest = (value: JsonObject): Json =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
  return canonicalJson(rest(left)) === canonicalJson(rest(right));
}

function sameRules(left: Json | undefined, right: Json | undefined): boolean {
  return describedRules(left) === describedRules(right);
}

function describedRules(rules: Json | undefined): string {
  const list = (Array.isArray(rules) ? rules : []).filter(isJsonObject);
  return list
    .flatMap((rule) =>
      expandRules(rule).map((line) => `${line} ${String(rule['description'] ?? '')}`),
    )
    .sort()
    .join('\n');
}
