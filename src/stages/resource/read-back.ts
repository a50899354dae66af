import { isJsonArray, isJsonObject, type Json, own, sameJson } from '../../model/json.ts';
import type { WantedResource } from '../../model/resource.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { Bindings, type SpecReading, type Unreadable } from './bindings.ts';
import { fillKindTemplate, mergeFile } from './code.ts';
import { textParts } from './fill-yaml.ts';
import type { KindTemplate } from './kind.ts';
import { yamlParts } from './merge-yaml.ts';
import { readBackTerraform } from './read-back-terraform.ts';

export interface ReadBackInput {
  readonly template: KindTemplate;
  /** The resource with which the template was last filled. */
  readonly resource: WantedResource;
  /** The result of that filling. */
  readonly base: string;
  /** The code before and after the change, each without its owner line. */
  readonly before: string;
  readonly after: string;
}

/**
 * Finds the spec that produces changed code, by solving the template for it. Filling the template
 * with that spec and merging it into the code changes nothing.
 */
export function readSpecBack(input: Omit<ReadBackInput, 'base'>): Result<SpecReading, Unreadable> {
  const { template, resource, after } = input;
  const base = fillKindTemplate(template, resource);
  if (!base.ok) return fail(unfilled(template, base.error.message));
  const whole = { ...input, base: base.value };
  const read = template.language === 'yaml' ? readBackYaml(whole) : readBackTerraform(whole);
  if (!read.ok || read.value.kind !== 'spec') return read;
  const ours = fillKindTemplate(template, { ...resource, spec: read.value.spec });
  if (!ours.ok) return fail(unfilled(template, ours.error.message));
  const merged = mergeFile(template.language, {
    base: base.value,
    ours: ours.value,
    theirs: after,
    isForced: false,
  });
  const [conflict] = merged.conflicts;
  if (conflict === undefined && merged.text === after) return ok(read.value);
  const what = conflict?.what ?? resource.name;
  const why = 'would change at other places of the template, too';
  return fail({ what, why, place: { file: template.file } });
}

function unfilled({ file }: KindTemplate, message: string): Unreadable {
  return { what: 'the template', why: `cannot be filled in: ${message}`, place: { file } };
}

/** Solves a template of manifests: finds the spec from which it produces the changed code. */
function readBackYaml(input: ReadBackInput): Result<SpecReading, Unreadable> {
  const { template, resource, base, before, after } = input;
  const planned = yamlParts(template.text);
  const [filled, old, found] = [yamlParts(base), yamlParts(before), yamlParts(after)];
  const valueIn = (parts: typeof old, key: string) => parts.find((one) => one.key === key)?.value;
  const isGone = ({ key }: { readonly key: string }): boolean =>
    valueIn(old, key) !== undefined && valueIn(found, key) === undefined;
  if (filled.length > 0 && filled.every(isGone)) return ok({ kind: 'removed' });
  const bindings = new Bindings(resource);
  for (const [index, { key }] of filled.entries()) {
    const [was, is] = [valueIn(old, key), valueIn(found, key)];
    const wrong = bindValue(bindings, planned[index]?.value, { was, is }, [key]);
    if (wrong === undefined) continue;
    return fail({ ...wrong, place: { file: template.file, line: 1 } });
  }
  return ok(bindings.size === 0 ? { kind: 'none' } : { kind: 'spec', spec: bindings.spec() });
}

interface Change {
  readonly was: Json | undefined;
  readonly is: Json | undefined;
}

function bindValue(
  bindings: Bindings,
  template: Json | undefined,
  { was, is }: Change,
  path: readonly string[],
): Omit<Unreadable, 'place'> | undefined {
  if (sameJson(was, is)) return undefined;
  const refuse = (why: string) => ({ what: path.join('/'), why });
  if (typeof template === 'string') {
    const parts = textParts(template);
    const [only] = parts;
    const why =
      parts.length === 1 && typeof only === 'object'
        ? bindings.bind(only, is)
        : typeof is === 'string'
          ? bindings.bindText(parts, is)
          : 'is written in the template';
    return why === undefined ? undefined : refuse(why);
  }
  if (isJsonObject(template) && isJsonObject(was) && isJsonObject(is)) {
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const change = { was: own(was, key), is: own(is, key) };
      const wrong = bindValue(bindings, own(template, key), change, [...path, key]);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  if (isJsonArray(template) && isJsonArray(was) && isJsonArray(is)) {
    if (template.length !== was.length || was.length !== is.length) {
      return refuse('has as many items as the template');
    }
    for (const [index, item] of template.entries()) {
      const change = { was: was[index], is: is[index] };
      const wrong = bindValue(bindings, item, change, [...path, String(index)]);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
  return refuse(template === undefined ? 'is not in the template' : 'is written in the template');
}
