import type { ManifestEntry, ManifestFiles } from '../../../../code/manifests/sources/types.ts';
import type { Json } from '../../../../model/json.ts';
import type { Refusal } from '../../../../model/patch.ts';
import { type AttributePath, formatPath } from '../../../../model/path.ts';
import { ok, type Result } from '../../../../model/result.ts';
import { withValue } from '../document.ts';
import type { Edited, ManifestEditSite } from '../types.ts';

export function entrySite(
  files: ManifestFiles,
  kind: string,
  place: ManifestEntry,
  value: Json | undefined,
): ManifestEditSite {
  const { file, path } = place;
  return {
    kind,
    file,
    label: formatPath(path),
    edit: () => edited(files, file, path, value),
  };
}

export function edited(
  files: ManifestFiles,
  file: string,
  path: AttributePath,
  value: Json | undefined,
): Result<Edited, Refusal> {
  const text = files.get(file) ?? '';
  const made = withValue({ file, text, document: 0, prefix: [], name: file }, path, value);
  return made.ok ? ok(new Map([[file, made.value]])) : made;
}
