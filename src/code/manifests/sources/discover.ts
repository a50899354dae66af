import { usedFolders } from './kustomize/accumulate.ts';
import {
  cleanPath,
  isBelowFolder,
  isKustomization,
  kustomizationIn,
  manifestFolder,
} from './paths.ts';
import type { ManifestFiles, ManifestSource, Unit } from './types.ts';

/** A source as given in the settings, where the kind is optional because it can be detected. */
export type GivenSource = Omit<ManifestSource, 'kind'> & { readonly kind?: ManifestSource['kind'] };

/**
 * The sources of a run. A folder without a kind is searched for overlays, charts and plain
 * manifests. Overlays and values files that are not configured are included, too, so that a change
 * to a shared file does not change them unnoticed.
 */
export function discoverUnits(
  files: ManifestFiles,
  given: readonly GivenSource[],
): readonly Unit[] {
  const own = given.flatMap((one) => sourcesIn(files, { ...one, path: cleanPath(one.path) }));
  const others = given.length === 0 ? [] : neighbors(files, own);
  return [
    ...own.map((source) => ({ source, isConfigured: true })),
    ...others.map((source) => ({ source, isConfigured: false })),
  ];
}

function sourcesIn(files: ManifestFiles, given: GivenSource): readonly ManifestSource[] {
  const { kind, ...rest } = given;
  const values = given.values?.map(cleanPath);
  const source = { ...rest, ...(values === undefined ? {} : { values }) };
  if (kind !== undefined) return [{ ...source, kind }];
  const { path } = source;
  if (kustomizationIn(files, path) !== undefined) return [{ ...source, kind: 'kustomize' }];
  if (files.has(path === '' ? 'Chart.yaml' : `${path}/Chart.yaml`))
    return [{ ...source, kind: 'helm' }];
  const layers = overlays(files, path);
  const charts = chartsIn(files, path);
  const found: ManifestSource[] = [
    ...layers.map((folder) => ({ ...source, path: folder, kind: 'kustomize' as const })),
    ...charts.map((folder) => ({ ...source, path: folder, kind: 'helm' as const })),
  ];
  const used = [...usedFolders(files), ...layers, ...charts];
  const isPlain = [...files.keys()].some((file) => {
    if (!isBelowFolder(file, path) || !/\.ya?ml$/.test(file) || isKustomization(file)) return false;
    return !used.some((folder) => isBelowFolder(file, folder));
  });
  return isPlain || found.length === 0 ? [...found, { ...source, kind: 'manifests' }] : found;
}

/** Kustomizations that are not components and that no other kustomization uses. */
function overlays(files: ManifestFiles, path: string): readonly string[] {
  const used = usedFolders(files);
  return [...files]
    .filter(
      ([file, text]) => isKustomization(file) && isBelowFolder(file, path) && !isComponent(text),
    )
    .map(([file]) => manifestFolder(file))
    .filter((folder) => !used.has(folder))
    .sort();
}

function isComponent(text: string): boolean {
  return /^kind:\s*Component\b/m.test(text);
}

function chartsIn(files: ManifestFiles, path: string): readonly string[] {
  const folders = [...files.keys()]
    .filter((file) => /(?:^|\/)Chart\.yaml$/.test(file) && isBelowFolder(file, path))
    .map(manifestFolder);
  return folders
    .filter((one) => !folders.some((other) => other !== one && isBelowFolder(one, other)))
    .sort();
}

function neighbors(
  files: ManifestFiles,
  own: readonly ManifestSource[],
): readonly ManifestSource[] {
  const known = new Set(own.filter(({ kind }) => kind === 'kustomize').map(({ path }) => path));
  const layers = own.some(({ kind }) => kind === 'kustomize') ? overlays(files, '') : [];
  const charts = own.filter(({ kind }) => kind === 'helm');
  return [
    ...layers
      .filter((path) => !known.has(path))
      .map((path) => ({ path, kind: 'kustomize' as const })),
    ...charts.flatMap((chart) => otherValues(files, chart, charts)),
  ];
}

/** A chart with each values file in its folder that no configured release uses. */
function otherValues(
  files: ManifestFiles,
  chart: ManifestSource,
  charts: readonly ManifestSource[],
): readonly ManifestSource[] {
  if (charts.find(({ path }) => path === chart.path) !== chart) return [];
  const used = new Set(charts.flatMap(({ values = [] }) => values));
  return [...files.keys()]
    .filter(
      (file) => manifestFolder(file) === chart.path && /\/values[-_.][^/]+\.ya?ml$/.test(file),
    )
    .filter((file) => !used.has(file))
    .map((file) => ({ path: chart.path, kind: 'helm', values: [file] }));
}
