import { mentionsSecret } from '../../../model/credential/name.ts';
import { type JsonObject, jsonAt } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { scrubText } from '../../../model/scrub.ts';
import { typedSecret } from '../../../providers/traits/secret-values.ts';
import { renderHclValue } from '../../hcl/edit/render.ts';
import type { ImportedResource } from './generate.ts';

/** True for a value that may not be secret: as far as is known, only the provider marks it. */
export function mayBeOpen(type: string, attributes: JsonObject): boolean {
  const rule = typedSecret(type);
  const kind = rule && jsonAt(attributes, rule.by);
  return typeof kind === 'string' && rule?.open.has(kind) === true;
}

/**
 * A resource block into which the resource can be imported without any change; empty for other
 * types.
 */
export function standIn({ address, importId }: ImportedResource): string {
  const [type = '', name = ''] = address.split('.');
  const rule = typedSecret(type);
  if (rule === undefined) return '';
  const needed = Object.entries(rule.needed(importId)).map(
    ([argument, value]) => `${argument} = ${renderHclValue(value)}`,
  );
  const lines = [...needed, 'lifecycle {\n    ignore_changes = all\n  }'];
  return `resource ${renderHclValue(type)} ${renderHclValue(name)} {\n  ${lines.join('\n  ')}\n}\n`;
}

/**
 * True if on each side of a change the type that the cloud stores with the value says that it is
 * not secret, and neither its name nor its text suggests otherwise.
 */
export function isOpenByType(
  type: string,
  path: AttributePath,
  sides: readonly (JsonObject | null)[],
): boolean {
  const rule = typedSecret(type);
  if (rule === undefined || path.length !== 1 || path[0] !== rule.attribute) return false;
  return sides.every((side) => {
    const kind = jsonAt(side, rule.by);
    const name = jsonAt(side, rule.named);
    const value = jsonAt(side, rule.attribute);
    if (typeof kind !== 'string' || typeof name !== 'string' || typeof value !== 'string')
      return false;
    const last = name.split('/').at(-1) ?? name;
    return rule.open.has(kind) && !mentionsSecret(last) && scrubText(value) === value;
  });
}
