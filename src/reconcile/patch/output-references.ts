import { formatModulePath, parseAddress } from '../../code/terraform/address.ts';
import type { ModuleInstance } from '../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import { compareText } from '../../model/text.ts';
import type { Project } from '../../stages/patch/terraform/types.ts';
import type { ReferencedIdentity } from './references.ts';

/**
 * How code outside a module refers to an attribute of a resource inside: by the output with exactly
 * that value, as `module.web.role_name`. Undefined if the module has none.
 */
export function outputOf(
  { evaluation }: Project,
  /** Address of the resource whose code refers to it. */
  from: string,
  { address, attribute }: ReferencedIdentity,
): string | undefined {
  const [home, inner] = [from, address].map((each) => parseAddress(each)?.modules ?? []);
  const call = inner?.slice(0, (home?.length ?? 0) + 1);
  const parsed = parseAddress(address);
  // An output of a module nested deeper would have to be passed on.
  if (call === undefined || parsed === undefined || call.length !== inner?.length) return undefined;
  const level = instanceOf(evaluation, address);
  const wanted = `${parsed.type}.${parsed.name}.${attribute}`;
  const output = [...(level?.module.outputs.values() ?? [])]
    .filter(({ value }) => value?.file.text.slice(value.expr.start, value.expr.end) === wanted)
    .sort((a, b) => compareText(a.name, b.name))[0];
  return output && `${formatModulePath(call.slice(-1))}.${output.name}`;
}

function instanceOf(evaluation: Evaluation, address: string): ModuleInstance | undefined {
  return evaluation.instance(address)?.scope.instance;
}
