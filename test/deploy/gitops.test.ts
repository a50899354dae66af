import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { read } from './files.ts';
import { objections } from './published.ts';

const areas = { apps: 'apps', 'network-routes': 'network/routes', addons: 'addons' };
const files = [
  ...Object.keys(areas).flatMap((area) => [`argocd/${area}`, `flux/${area}`]),
  'flux/source',
];

const example = (name: string) => parse(read(`deploy/gitops/${name}.yaml`), { uniqueKeys: true });

describe('examples for the areas of a repository', () => {
  it.each(files)('%s conforms to its published schema', (name) => {
    expect(objections(example(name))).toEqual([]);
  });

  it('include an artifact in the documentation that conforms to its published schema', () => {
    const [, text = ''] =
      /```yaml\n(apiVersion: [^`]*OCIRepository[^`]*)```/.exec(read('docs/boundary.md')) ?? [];

    expect(objections(parse(text))).toEqual([]);
  });

  it.each([
    [
      'argocd/apps',
      ['spec', 'source', 'directory', 'recursive'],
      'unknown: /spec/source/directory',
    ],
    ['argocd/apps', ['spec', 'syncPolicy', 'prune'], 'unknown: /spec/syncPolicy/prune'],
    ['argocd/apps', ['spec', 'destination'], '/spec/destination must be object'],
    ['flux/apps', ['spec', 'interval'], '/spec/interval must match pattern'],
    ['flux/apps', ['spec', 'sourceRef', 'kind'], '/spec/sourceRef/kind must be equal to one of'],
    ['flux/apps', ['metadata', 'title'], 'unknown: /metadata/title'],
    ['flux/source', ['spec', 'url'], '/spec/url must match pattern'],
    ['flux/source', ['spec', 'ref', 'head'], 'unknown: /spec/ref/head'],
  ])('%s with another %j does not conform', (name, path, because) => {
    const object = example(name);
    const last = path.length - 1;
    const parent = path.slice(0, last).reduce((one, member) => one[member], object);
    parent[path[last] ?? ''] = 'other';

    expect(objections(object).join()).toContain(because);
  });

  it.each(Object.entries(areas))('%s covers only the folder %s, and prunes it', (area, path) => {
    const argo = example(`argocd/${area}`);
    const flux = example(`flux/${area}`);

    expect(argo).toMatchObject({
      metadata: { name: area },
      spec: { source: { path }, syncPolicy: { automated: { prune: true } } },
    });
    expect(flux).toMatchObject({
      metadata: { name: area },
      spec: { path: `./${path}`, prune: true },
    });
  });
});
