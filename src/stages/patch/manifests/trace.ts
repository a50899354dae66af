import { type LocatedObject, locateObject } from '../../../code/manifests/sources/estate.ts';
import type { ManifestFiles } from '../../../code/manifests/sources/types.ts';
import type { Trace, TraceStep } from '../../../model/patch.ts';
import { type AttributePath, formatPath } from '../../../model/path.ts';
import { objectValueAt } from '../../../providers/kubernetes/values/at.ts';
import type { Traced } from '../code-base.ts';
import { supplies } from './sites/kustomize-steps.ts';
import type { EditableManifests } from './types.ts';

/**
 * Where the value of a field comes from, strongest source first; for an object, where it is
 * declared.
 */
export function manifestTrace(
  code: EditableManifests,
  { drift, address, path = [] }: Traced,
): Trace {
  const { start } = code;
  const located = locateObject(start, address);
  const steps = located === undefined ? [] : stepsOf(start.files, located, address, path);
  return { drift, address, path, steps };
}

function stepsOf(
  files: ManifestFiles,
  located: LocatedObject,
  address: string,
  path: AttributePath,
): readonly TraceStep[] {
  if (path.length > 0) return fieldSteps(files, located, path);
  const { origin } = located.object;
  switch (origin.kind) {
    case 'manifest': {
      const { file, line } = origin.object;
      return [{ kind: 'manifest', text: address, file, line }];
    }
    case 'kustomize':
      return origin.steps.flatMap((step) => {
        if (step.kind !== 'resource') return [];
        const { file, line } = step.object;
        return [{ kind: 'manifest', text: address, file, line }];
      });
    case 'helm':
      return [{ kind: 'template', text: address, file: origin.template.file, line: 1 }];
  }
}

function fieldSteps(
  files: ManifestFiles,
  { object }: LocatedObject,
  path: AttributePath,
): readonly TraceStep[] {
  const { origin, value } = object;
  switch (origin.kind) {
    case 'manifest':
      return [
        {
          kind: 'manifest',
          text: formatPath(path),
          file: origin.object.file,
          line: manifestLine(files, origin.object.file, path),
        },
      ];
    case 'kustomize':
      return [...origin.steps]
        .reverse()
        .filter((step) => supplies(files, step, value, path))
        .map((step) => {
          const place = step.kind === 'resource' ? { file: step.object.file, path } : step;
          const line = manifestLine(files, place.file, place.path.length === 0 ? path : place.path);
          return {
            kind: step.kind,
            text: formatPath(place.path.length === 0 ? path : place.path),
            file: place.file,
            line,
          };
        });
    case 'helm': {
      const found = objectValueAt(value, path);
      const { file } = origin.template;
      return [
        {
          kind: 'template',
          text: formatPath(path),
          file,
          line: found === undefined ? 1 : manifestLine(files, file, path),
        },
      ];
    }
  }
}

/** The first line with the last name of the path, which is accurate enough for a reader. */
export function manifestLine(files: ManifestFiles, file: string, path: AttributePath): number {
  const lines = (files.get(file) ?? '').split('\n');
  let from = 0;
  for (const step of path) {
    const name =
      typeof step === 'string'
        ? step
        : typeof step === 'object'
          ? String(Object.values(step.element ?? {})[0])
          : undefined;
    if (name === undefined) continue;
    const found = lines.findIndex((line, index) => index >= from && hasWord(line, name));
    if (found >= 0) from = found;
  }
  return from + 1;
}

function hasWord(line: string, word: string): boolean {
  const at = line.indexOf(word);
  if (at < 0) return false;
  return !/[\w-]/.test(line[at - 1] ?? '') && !/[\w-]/.test(line[at + word.length] ?? '');
}
