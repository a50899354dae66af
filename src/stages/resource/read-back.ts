import type { WantedResource } from '../../model/resource.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { SpecReading, Unreadable } from './bindings.ts';
import { fillKindTemplate, mergeFile } from './code.ts';
import type { KindTemplate } from './kind.ts';
import { readBackTerraform } from './read-back-terraform.ts';
import { readBackYaml } from './read-back-yaml.ts';

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
