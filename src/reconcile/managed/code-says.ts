import { parseAddress } from '../../code/terraform/address.ts';
import type { Want } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { explainSide } from '../../stages/arbitration/explain/text.ts';
import { equivalent } from '../../stages/drift/equal.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import type { Stage } from '../stages.ts';
import { type CodeHistory, commitName } from './code-history.ts';
import { isSecretValue } from './declaration.ts';
import { declaredAt, isSecretAttribute } from './declared.ts';

/**
 * What the code says about a field instead of what somebody wants, as a sentence. Undefined if the
 * code says what they want, or if that cannot be compared: secrets, members of sets, and code that
 * cannot be evaluated.
 */
export type SaysOtherwise = (
  field: { readonly address: string; readonly path: AttributePath },
  want: Want,
) => string | undefined;

export function createSaysOtherwise(
  {
    input: {
      providers: { schema },
    },
    loaded,
    index,
  }: Stage,
  commitOf: CodeHistory['commitOf'],
): SaysOtherwise {
  const { evaluation } = loaded.project;
  const hint = schemaHints(schema);
  return ({ address, path }, want) => {
    const { type } = parseAddress(address) ?? {};
    const isPlain = path.length > 0 && path.every((step) => typeof step !== 'object');
    if (type === undefined || !isPlain) return undefined;
    if (want.kind !== 'absent' && want.kind !== 'eq') return undefined;
    const { value: side, from } = declaredAt(evaluation, index, address, path);
    if (from !== 'code' || (side.kind !== 'value' && side.kind !== 'absent')) return undefined;
    const declared = side.kind === 'value' ? side.value : undefined;
    const wanted = want.kind === 'eq' ? want.value : undefined;
    // What was stored of a secret may be a marker, which equals nothing.
    const hides = (value: Json | undefined) =>
      value !== undefined && isSecretValue(schema, type, path, value);
    const isSecret = isSecretAttribute(evaluation, address, path);
    if (isSecret || hides(declared) || hides(wanted)) return undefined;
    if (equivalent(declared, wanted, hint(type, path))) return undefined;
    const code = commitOf(address, path);
    const since = code === undefined ? '' : ` since ${commitName(code)}`;
    const field = displayText(`${address} ${formatPath(path)}`, 200);
    return `The code says something else${since}: ${explainSide(side)} for ${field}.`;
  };
}
