import { canonicalJson, type Json } from '../../../../src/model/json.ts';
import type { PathStep } from '../../../../src/model/path.ts';
import type { FieldSet } from '../../../../src/stages/ledger/field-set.ts';

/**
 * The trie in Kubernetes' notation (`fieldsV1`): `f:` is a field, `k:` a key, `v:` a value, and `.`
 * the path itself.
 */
export function toFieldsV1(set: FieldSet): Json {
  const keys = new Set([...set.members.keys(), ...set.children.keys()]);
  const entries = [...keys].map((key): [string, Json] => {
    const child = set.children.get(key);
    const step = child?.step ?? set.members.get(key) ?? '';
    const inner = child === undefined ? {} : (toFieldsV1(child.set) as Record<string, Json>);
    return [
      fieldsV1Key(step),
      child !== undefined && set.members.has(key) ? { '.': {}, ...inner } : inner,
    ];
  });
  return Object.fromEntries(entries);
}

function fieldsV1Key(step: PathStep): string {
  if (typeof step === 'string') return `f:${step}`;
  if (typeof step === 'number') return `i:${step}`;
  const { element } = step;
  const isKey = typeof element === 'object' && element !== null && !Array.isArray(element);
  return `${isKey ? 'k' : 'v'}:${canonicalJson(element)}`;
}
