import { canonicalJson } from '../../model/json.ts';
import { isResourceName, largestSpec, type WantedResource } from '../../model/resource.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareText, displayText } from '../../model/text.ts';
import type { ResourceKind } from './kind.ts';

/** Kinds by name. */
export type Kinds = ReadonlyMap<string, ResourceKind>;

/** The kind of a resource, if it is one that the platform offers and the spec fits its schema. */
export function checkResource(kinds: Kinds, resource: WantedResource): Result<ResourceKind> {
  for (const part of ['tenant', 'name'] as const) {
    if (!isResourceName(resource[part])) return fail(wrongName(part, resource[part]));
  }
  const kind = kinds.get(resource.kind);
  if (kind === undefined) return fail(unknownKind(kinds, resource.kind));
  if (Buffer.byteLength(canonicalJson(resource.spec)) > largestSpec) return fail(tooLarge);
  const [issue, ...more] = kind.check(resource.spec);
  if (issue === undefined) return ok(kind);
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return fail({
    code: 'resource-spec',
    message: `spec${issue.at}: ${issue.message}${others}.`,
    hint: `Write it as the schema of ${kind.name} says.`,
  });
}

export function wrongName(part: string, text: string): Problem {
  return {
    code: `resource-${part}`,
    message: `${displayText(text, 80)} is no name of a ${part === 'name' ? 'resource' : part}.`,
    hint: 'Use up to 63 lower-case letters, digits and single dashes, a letter first and no dash last.',
  };
}

function unknownKind(kinds: Kinds, name: string): Problem {
  const names = [...kinds.keys()].sort(compareText);
  const known = names.length === 0 ? 'none is registered' : `there are ${names.join(', ')}`;
  return {
    code: 'resource-kind',
    message: `There is no kind ${displayText(name, 80)}; ${known}.`,
    hint: 'The platform team registers kinds in a folder: kinds/NAME/kind.yaml and template.tf.',
  };
}

const tooLarge: Problem = {
  code: 'resource-size',
  message: `The spec is larger than ${largestSpec / 1024} KiB.`,
  hint: 'Keep large data where it is, and refer to it.',
};
