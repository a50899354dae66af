import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { read } from './files.ts';

const text = { type: 'string', minLength: 1 };
const yes = { type: 'boolean' };
const duration = { type: 'string', pattern: '^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$' };

/** An object with these members and no others. */
function only(properties: object, ...required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}

const named = only({ name: text, namespace: text }, 'name');

/** What the references of both projects say of the fields that are used here. */
const schemas: Readonly<Record<string, object>> = {
  'argoproj.io/v1alpha1 Application': only(
    {
      project: text,
      source: only(
        {
          repoURL: text,
          targetRevision: text,
          path: text,
          directory: only({ recurse: yes, include: text, exclude: text }),
        },
        'repoURL',
      ),
      destination: only({ server: text, name: text, namespace: text }),
      syncPolicy: only({
        automated: only({ prune: yes, selfHeal: yes, allowEmpty: yes }),
        syncOptions: { type: 'array', items: { type: 'string', pattern: '^[A-Za-z]+=.+$' } },
      }),
    },
    'project',
    'destination',
  ),
  'kustomize.toolkit.fluxcd.io/v1 Kustomization': only(
    {
      interval: duration,
      timeout: duration,
      path: text,
      prune: yes,
      wait: yes,
      targetNamespace: { type: 'string', minLength: 1, maxLength: 63 },
      sourceRef: only(
        {
          kind: { enum: ['OCIRepository', 'GitRepository', 'Bucket', 'ExternalArtifact'] },
          name: text,
          namespace: text,
        },
        'kind',
        'name',
      ),
    },
    'interval',
    'prune',
    'sourceRef',
  ),
  'source.toolkit.fluxcd.io/v1 GitRepository': only(
    {
      interval: duration,
      url: { type: 'string', pattern: '^(http|https|ssh)://.*$' },
      ref: only({ branch: text, tag: text, semver: text, name: text, commit: text }),
    },
    'interval',
    'url',
  ),
};

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
const areas = { apps: 'apps', 'network-routes': 'network/routes', addons: 'addons' };

function documentIn(file: string) {
  const [document] = parseAllDocuments(read(file));
  return document?.toJS() as Readonly<Record<string, unknown>>;
}

describe('examples for the areas of a repository', () => {
  it.each([
    ...Object.keys(areas).flatMap((area) => [`argocd/${area}`, `flux/${area}`]),
    'flux/source',
  ])('%s is what its schema asks for', (name) => {
    const { apiVersion, kind, metadata, spec, ...others } = documentIn(
      `deploy/gitops/${name}.yaml`,
    );
    const schema = schemas[`${String(apiVersion)} ${String(kind)}`];
    const validate = ajv.compile(only({ metadata: named, spec: schema ?? false }, 'metadata'));

    expect(others).toEqual({});
    expect(validate({ metadata, spec }) ? [] : validate.errors).toEqual([]);
  });

  it.each(Object.entries(areas))('%s is of the folder %s alone, and prunes it', (area, path) => {
    const argo = documentIn(`deploy/gitops/argocd/${area}.yaml`);
    const flux = documentIn(`deploy/gitops/flux/${area}.yaml`);

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
