import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import { hiddenValue } from '../../../../providers/kubernetes/values/hidden.ts';
import { parseYaml } from '../../../yaml/yaml-tree.ts';
import { manifestDocuments } from '../../objects/documents.ts';
import { manifestProblem } from '../../objects/problems.ts';
import { readManifests } from '../../objects/read.ts';
import type { ManifestProblem } from '../../objects/types.ts';
import { isBelowFolder } from '../paths.ts';
import { objectId, plainKey, withMetadata } from '../plain.ts';
import type {
  ManifestFiles,
  ManifestSource,
  Rendered,
  RenderedObject,
  UnclearObject,
} from '../types.ts';
import { createHelmBudget, spentText } from './budget.ts';
import { evaluateHelmTemplate, type Output, type Release, unknownPlaceholder } from './evaluate.ts';
import { type HelmNode, parseHelmTemplate } from './parse.ts';
import { chartValues, unreadValues, valuesFiles } from './values.ts';

/** What `helm template` renders for a simple chart, with the origin of each piece of the text. */
export function renderChart(files: ManifestFiles, source: ManifestSource): Rendered {
  const chart = `${source.path}/Chart.yaml`;
  const folder = `${source.path}/templates`;
  const templates = [...files].filter(([path]) => isBelowFolder(path, folder));
  const settings = valuesFiles(source);
  const reads = new Set([chart, ...settings, ...templates.map(([path]) => path)]);
  const givenUp = (...problems: readonly ManifestProblem[]): Rendered => ({
    ...{ objects: [], unclear: [], problems, reads },
  });
  const about = parseYaml(files.get(chart) ?? '')?.value;
  if (!isJsonObject(about)) {
    const message = 'The chart cannot be read.';
    return givenUp(manifestProblem('helm-unsupported', { file: chart }, message));
  }
  const unread = unreadValues(files, source);
  if (unread.length > 0) return givenUp(...unread);
  const problems = [...dependencyProblems(about, chart), ...missing(files, settings)];
  const parsed = templates.map(([path, text]) => [path, parseHelmTemplate(text)] as const);
  const release = releaseOf(files, source, about, parsed);
  const objects: RenderedObject[] = [];
  const unclear: UnclearObject[] = [];
  for (const [path, nodes] of parsed) {
    if (!/\.(?:ya?ml|tpl)$/.test(path) || path.endsWith('.tpl')) continue;
    if (nodes === undefined) {
      problems.push(
        manifestProblem('helm-unsupported', { file: path }, 'The template cannot be read.'),
      );
      continue;
    }
    const output = evaluateHelmTemplate(release, nodes);
    if (release.budget.isSpent()) {
      return givenUp(manifestProblem('helm-unsupported', { file: path }, spentText));
    }
    const found = objectsIn(path, output, source.namespace);
    objects.push(...found.objects);
    unclear.push(...found.unclear);
    problems.push(...found.problems);
  }
  return { objects, unclear, problems, reads };
}

function releaseOf(
  files: ManifestFiles,
  source: ManifestSource,
  about: JsonObject,
  parsed: readonly (readonly [string, readonly HelmNode[] | undefined])[],
): Release {
  const name = typeof about['name'] === 'string' ? about['name'] : '';
  const chart = Object.entries(about).map(([key, value]) => {
    return [`${key.charAt(0).toUpperCase()}${key.slice(1)}`, value] as const;
  });
  const defines = new Map<string, readonly HelmNode[]>();
  for (const [, nodes] of parsed) {
    for (const node of nodes ?? []) {
      const [, defined] =
        node.kind === 'block' && node.keyword === 'define'
          ? (/^"([^"]+)"$/.exec(node.source) ?? [])
          : [];
      if (defined !== undefined && node.kind === 'block') defines.set(defined, node.body);
    }
  }
  const root: JsonObject = {
    Values: chartValues(files, source),
    Release: {
      Name: source.release ?? name,
      Namespace: source.namespace ?? 'default',
      Service: 'Helm',
      IsInstall: false,
      IsUpgrade: true,
      Revision: 1,
    },
    Chart: Object.fromEntries(chart),
    Template: { BasePath: `${name}/templates` },
  };
  return { root, defines, budget: createHelmBudget() };
}

function dependencyProblems(about: JsonObject, chart: string): readonly ManifestProblem[] {
  const dependencies = about['dependencies'];
  if (!Array.isArray(dependencies) || dependencies.length === 0) return [];
  const message = 'The chart depends on others, whose objects are not known.';
  return [manifestProblem('helm-unsupported', { file: chart }, message)];
}

function missing(files: ManifestFiles, settings: readonly string[]): readonly ManifestProblem[] {
  return settings
    .slice(1)
    .filter((path) => !files.has(path))
    .map((file) =>
      manifestProblem('helm-unsupported', { file }, 'The values file does not exist.'),
    );
}

interface FoundObjects {
  readonly objects: readonly RenderedObject[];
  readonly unclear: readonly UnclearObject[];
  readonly problems: readonly ManifestProblem[];
}

function objectsIn(file: string, output: Output, namespace: string | undefined): FoundObjects {
  const { text, pieces, doubts } = output;
  const [doubt] = doubts;
  const doubtful =
    doubt === undefined
      ? undefined
      : manifestProblem(
          'helm-unsupported',
          { file, line: doubt.line },
          `A part of the template depends on more than the values: ${doubt.why}.`,
        );
  const read = readManifests(file, text);
  const { spans } = manifestDocuments(text);
  const objects: RenderedObject[] = [];
  const unclear: UnclearObject[] = [];
  for (const object of read.objects) {
    const id = objectId(object, namespace);
    const span = spans[object.document];
    if (span === undefined) continue;
    if (doubtful !== undefined || id.name.includes(unknownPlaceholder)) {
      const problem =
        doubtful ??
        manifestProblem('helm-unsupported', { file }, `The name of the ${id.kind} is not known.`);
      unclear.push({ id, problem });
      continue;
    }
    const known = withHidden(object.value);
    const value = withNamespace(isJsonObject(known) ? known : {}, id.namespace);
    const template = { file, text, span, pieces };
    objects.push({
      id,
      key: plainKey(id),
      value,
      lasting: value,
      origin: { kind: 'helm', template },
    });
  }
  const problems = read.problems.map((one) => {
    const place = doubtful?.place ?? { file };
    return manifestProblem(
      'helm-unsupported',
      place,
      `${one.message.replace(/\.$/, '')} once rendered.`,
    );
  });
  return { objects, unclear, problems: text.trim() === '' ? [] : problems };
}

/** Replaces values that contain the placeholder with the hidden value. */
function withHidden(value: Json): Json {
  if (typeof value === 'string') return value.includes(unknownPlaceholder) ? hiddenValue : value;
  if (isJsonArray(value)) return value.map(withHidden);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withHidden(one)]));
}

function withNamespace(value: JsonObject, namespace: string | undefined): JsonObject {
  const metadata: Json | undefined = value['metadata'];
  const isOpen = isJsonObject(metadata) && !Object.hasOwn(metadata, 'namespace');
  return isOpen && namespace !== undefined ? withMetadata(value, { namespace }) : value;
}
