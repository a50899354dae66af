import type { WantedResource } from '../../model/resource.ts';
import type { Result } from '../../model/result.ts';
import { fillTerraform } from './fill-terraform.ts';
import { fillYaml } from './fill-yaml.ts';
import type { KindTemplate, ResourceKind } from './kind.ts';
import { type MergedCode, type MergeInput, mergeCode } from './merge-code.ts';
import { mergeYaml } from './merge-yaml.ts';

/** The code of a resource, from the template of its kind. */
export function fillKindTemplate(template: KindTemplate, resource: WantedResource): Result<string> {
  return template.language === 'yaml'
    ? fillYaml(template, resource)
    : fillTerraform(template, resource);
}

/** Merges the differences between two fillings of a template into a file. */
export function mergeFile(language: KindTemplate['language'], input: MergeInput): MergedCode {
  return language === 'yaml' ? mergeYaml(input) : mergeCode(input);
}

/** Path of a resource's code, from the root of the repository. */
export function codePath({ area, template }: ResourceKind, name: string): string {
  return `${area}/${name}.${template.language === 'yaml' ? 'yaml' : 'tf'}`;
}
