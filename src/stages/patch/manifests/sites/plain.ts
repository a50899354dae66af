import type { ManifestObject } from '../../../../code/manifests/objects/types.ts';
import type { ManifestFiles } from '../../../../code/manifests/sources/types.ts';
import type { Json } from '../../../../model/json.ts';
import { type AttributePath, formatPath } from '../../../../model/path.ts';
import { ok } from '../../../../model/result.ts';
import { withValue } from '../document.ts';
import type { ManifestEditSite } from '../types.ts';

/** The field in the object's own manifest. */
export function wholeSite(
  files: ManifestFiles,
  object: ManifestObject,
  path: AttributePath,
  value: Json | undefined,
): ManifestEditSite {
  const { file, document, prefix, name } = object;
  return {
    kind: 'manifest',
    file,
    label: formatPath(path),
    edit: () => {
      const text = files.get(file) ?? '';
      const made = withValue({ file, text, document, prefix, name }, path, value);
      return made.ok ? ok(new Map([[file, made.value]])) : made;
    },
  };
}
