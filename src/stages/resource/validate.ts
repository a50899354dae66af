import { credentialAt, credentialIn } from '../../model/credential/find.ts';
import { canonicalJson, isJsonArray, isJsonObject, type Json } from '../../model/json.ts';
import { isResourceName, largestSpec, type WantedResource } from '../../model/resource.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { compareText, displayText } from '../../model/text.ts';
import type { ResourceKind } from './kind.ts';

export type Kinds = ReadonlyMap<string, ResourceKind>;

/** The kind of a resource, if the platform offers it and the spec is valid for its schema. */
export function checkResource(kinds: Kinds, resource: WantedResource): Result<ResourceKind> {
  for (const part of ['tenant', 'name'] as const) {
    if (!isResourceName(resource[part])) return fail(wrongName(part, resource[part]));
  }
  const kind = kinds.get(resource.kind);
  if (kind === undefined) return fail(unknownKind(kinds, resource.kind));
  if (Buffer.byteLength(canonicalJson(resource.spec)) > largestSpec) return fail(tooLarge);
  const secret = credentialProblem(resource.name, resource.spec);
  if (secret !== undefined) return fail(secret);
  const [issue, ...more] = kind.check(resource.spec);
  if (issue === undefined) return ok(kind);
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return fail({
    code: 'resource-spec',
    message: `spec${issue.at}: ${issue.message}${others}.`,
    hint: `Write it as the schema of ${kind.name} says.`,
  });
}

/**
 * The problem with a spec that contains a credential or a value named like one. Versions never
 * change and many people can read them, and the code contains their values. The message names the
 * place, but not the value.
 */
export function credentialProblem(name: string, spec: Json): Problem | undefined {
  const found = placeOfCredential(spec, 'spec');
  if (found === undefined) return undefined;
  return {
    code: 'resource-credential',
    message: `${found.at} of ${displayText(name, 80)} looks like ${found.kind}.`,
    hint: 'Keep it in a secret manager, and say in the spec where it is.',
  };
}

interface CredentialPlace {
  /** `spec/env/0`, without keys that are credentials themselves. */
  readonly at: string;
  readonly kind: string;
}

function placeOfCredential(value: Json, at: string): CredentialPlace | undefined {
  const kind = credentialAt([], value);
  if (kind === undefined) return undefined;
  for (const [key, member] of membersOf(value)) {
    const inKey = credentialIn(key);
    if (inKey !== undefined) return { at: `A key in ${at}`, kind: inKey };
    const own = credentialAt(['spec', key], member);
    if (own !== undefined) {
      const place = `${at}/${displayText(key, 80)}`;
      return placeOfCredential(member, place) ?? { at: place, kind: own };
    }
  }
  return { at, kind };
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  if (isJsonArray(value)) return value.map((item, at) => [String(at), item]);
  return isJsonObject(value) ? Object.entries(value).map(([key, item]) => [key, item ?? null]) : [];
}

export function wrongName(part: string, text: string): Problem {
  return {
    code: `resource-${part}`,
    message: `${displayText(text, 80)} is not the name of a ${part === 'name' ? 'resource' : part}.`,
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
