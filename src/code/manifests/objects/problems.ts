import type { Place } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ManifestCode, ManifestProblem } from './types.ts';

const hints: Readonly<Record<ManifestCode, string>> = {
  'manifest-template': 'Change the values that the template is filled with.',
  'manifest-yaml': 'Check the YAML.',
  'manifest-directive': 'Remove the directives, or change the file by hand.',
  'manifest-alias': 'Change the place that the alias stands for.',
  'manifest-anchor': 'Change the file by hand, and mind the places that use the anchor.',
  'manifest-path': 'Change the file by hand.',
  'manifest-no-element': 'Check that the file is the one that was applied.',
  'manifest-ambiguous': 'Remove what is declared twice.',
  'manifest-no-object': 'Check that the path leads to the manifests of the cluster.',
  'manifest-value-from': 'Change the object that the value is taken from.',
  'manifest-not-editable': 'Change the file by hand.',
  'kustomize-unsupported': 'Change the kustomization by hand, and compare with `kustomize build`.',
  'kustomize-missing': 'Check the path.',
  'helm-unsupported': 'Change the chart by hand, and compare with `helm template`.',
};

/** A problem of a manifest, with a hint for the next step that depends on its code. */
export function manifestProblem(
  code: ManifestCode,
  place: Place | undefined,
  message: string,
): ManifestProblem {
  const text = displayText(message, 300);
  return { code, message: text, hint: hints[code], ...(place === undefined ? {} : { place }) };
}
