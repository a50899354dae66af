import { type JsonObject, jsonAt } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { isSecretName, scrubText } from '../../../model/scrub.ts';
import { renderHclValue } from '../../hcl/edit/render.ts';
import type { ImportedResource } from './generate.ts';

/** An attribute that the provider always marks as secret, although the cloud's own type may not. */
interface TypedSecret {
  readonly attribute: string;
  /** The attribute with the kind of the value, and the kinds that are not secret. */
  readonly by: string;
  readonly open: ReadonlySet<string>;
  /** The attribute with the name of the value, which may indicate a secret. */
  readonly named: string;
  /** Arguments that the resource requires, given its import id, as HCL. */
  readonly needed: (importId: string) => readonly string[];
}

/**
 * AWS stores `String` and `StringList` in plain text, visible to everyone who may read parameters.
 */
const typed: ReadonlyMap<string, TypedSecret> = new Map([
  [
    'aws_ssm_parameter',
    {
      attribute: 'value',
      by: 'type',
      open: new Set(['String', 'StringList']),
      named: 'name',
      needed: (importId) => [
        `name = ${renderHclValue(importId)}`,
        'type = "String"',
        'value = "-"',
      ],
    },
  ],
]);

/** True for a value that may not be secret: as far as is known, only the provider marks it. */
export function mayBeOpen(type: string, attributes: JsonObject): boolean {
  const rule = typed.get(type);
  const kind = rule && jsonAt(attributes, rule.by);
  return typeof kind === 'string' && rule?.open.has(kind) === true;
}

/**
 * A resource block into which the resource can be imported without any change; empty for other
 * types.
 */
export function standIn({ address, importId }: ImportedResource): string {
  const [type = '', name = ''] = address.split('.');
  const rule = typed.get(type);
  if (rule === undefined) return '';
  const lines = [...rule.needed(importId), 'lifecycle {\n    ignore_changes = all\n  }'];
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
  const rule = typed.get(type);
  if (rule === undefined || path.length !== 1 || path[0] !== rule.attribute) return false;
  return sides.every((side) => {
    const kind = jsonAt(side, rule.by);
    const name = jsonAt(side, rule.named);
    const value = jsonAt(side, rule.attribute);
    if (typeof kind !== 'string' || typeof name !== 'string' || typeof value !== 'string')
      return false;
    const last = name.split('/').at(-1) ?? name;
    return rule.open.has(kind) && !isSecretName(last) && scrubText(value) === value;
  });
}
