import type { WantedResource } from '../../model/resource.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import type { SpecReading, Unreadable } from './bindings.ts';
import { fillKindTemplate, mergeFile } from './code.ts';
import type { KindTemplate } from './kind.ts';
import { readBackTerraform } from './read-back-terraform.ts';
import { readBackYaml } from './read-back-yaml.ts';

export interface ReadBackInput {
  readonly template: KindTemplate;
  /** What was filled into it last. */
  readonly resource: WantedResource;
  /** What came of that. */
  readonly base: string;
  /** The code before and after the change, each without the line that says whose it is. */
  readonly before: string;
  readonly after: string;
}

/**
 * Which spec gives code that was changed, by the template read backwards. It is the one of which
 * the template makes just that code: bringing it into the code once more changes nothing.
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
