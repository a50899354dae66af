import { type JsonObject, jsonAt } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import { isSecretName, scrubText } from '../../../model/scrub.ts';
import { renderHclValue } from '../../hcl/edit/render.ts';
import type { ImportedResource } from './generate.ts';

/** An attribute that its provider always calls secret, though the cloud's own type may not. */
interface TypedSecret {
  readonly attribute: string;
  /** The attribute that says what the value is, and those of its values that are no secret. */
  readonly by: string;
  readonly open: ReadonlySet<string>;
  /** The attribute whose text names what it is. */
  readonly named: string;
  /** Arguments without which there is no such resource, of one with this import id, as HCL. */
  readonly needed: (importId: string) => readonly string[];
}

/** AWS keeps `String` and `StringList` in plain text, to be read by whoever may see parameters. */
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

/** True for what may turn out to be no secret: it is one by its provider alone, as far as is known. */
export function mayBeOpen(type: string, attributes: JsonObject): boolean {
  const rule = typed.get(type);
  const kind = rule && jsonAt(attributes, rule.by);
  return typeof kind === 'string' && rule?.open.has(kind) === true;
}

/** A resource block at the address that an import fits and that plans no change; empty for others. */
export function standIn({ address, importId }: ImportedResource): string {
  const [type = '', name = ''] = address.split('.');
  const rule = typed.get(type);
  if (rule === undefined) return '';
  const lines = [...rule.needed(importId), 'lifecycle {\n    ignore_changes = all\n  }'];
  return `resource ${renderHclValue(type)} ${renderHclValue(name)} {\n  ${lines.join('\n  ')}\n}\n`;
}

/**
 * True where the type that the cloud keeps with the value says that it is no secret, on each side
 * of a change, and neither its name nor its text says otherwise.
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
