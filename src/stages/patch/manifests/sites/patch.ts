import type { ManifestFiles, PatchPlace } from '../../../../code/manifests/sources/types.ts';
import type { Json } from '../../../../model/json.ts';
import { type AttributePath, formatPath } from '../../../../model/path.ts';
import { fail, ok } from '../../../../model/result.ts';
import { refusalFor, withValue } from '../document.ts';
import type { ManifestEditSite } from '../types.ts';
import { edited } from './entry.ts';
import { entryAt } from './kustomize-steps.ts';

/** A patch in its own file or inline in the kustomization. */
export function patchSite(
  files: ManifestFiles,
  place: PatchPlace,
  path: AttributePath,
  value: Json | undefined,
): ManifestEditSite {
  const { file, document, isInline } = place;
  return {
    kind: isInline ? 'inline patch' : 'patch file',
    file,
    label: formatPath(path),
    edit: () => {
      const text = files.get(file) ?? '';
      if (!isInline) {
        const made = withValue({ file, text, document, prefix: [], name: file }, path, value);
        return made.ok ? ok(new Map([[file, made.value]])) : made;
      }
      const inner = entryAt(files, place);
      if (typeof inner !== 'string') {
        return fail(refusalFor(file, 'manifest-path', 'The patch is not where it was.'));
      }
      const made = withValue({ file, text: inner, document, prefix: [], name: file }, path, value);
      return made.ok ? edited(files, file, place.path, made.value) : made;
    },
  };
}
