import { Application } from '@kubernetes-models/argo-cd/argoproj.io/v1alpha1/Application';
import { Kustomization } from '@kubernetes-models/flux-cd/kustomize.toolkit.fluxcd.io/v1/Kustomization';
import { GitRepository } from '@kubernetes-models/flux-cd/source.toolkit.fluxcd.io/v1/GitRepository';
import { OCIRepository } from '@kubernetes-models/flux-cd/source.toolkit.fluxcd.io/v1/OCIRepository';

/** Kinds with a schema in the releases of Argo CD and Flux. */
const kinds = [Application, Kustomization, GitRepository, OCIRepository];

/**
 * Objections of the published schema to an object, including fields that the schema does not have:
 * a cluster would drop those silently.
 */
export function objections(object: unknown): readonly string[] {
  const { apiVersion, kind, ...rest } = object as Readonly<Record<string, unknown>>;
  const of = kinds.find((one) => one.apiVersion === apiVersion && one.kind === kind);
  if (of === undefined) return [`no schema of ${String(apiVersion)} ${String(kind)}`];
  const fields: Field[] = [];
  const model = Object.assign(new of(), watched(rest, '', fields));
  try {
    model.validate();
  } catch (error) {
    return [String(error)];
  }
  return fields.filter(({ isRead }) => !isRead).map(({ path }) => `unknown: ${path}`);
}

interface Field {
  readonly path: string;
  isRead: boolean;
}

/**
 * A copy that notes which fields are read: the validators read each field that their schema has.
 */
function watched(value: unknown, path: string, fields: Field[]): unknown {
  if (Array.isArray(value)) return value.map((one, at) => watched(one, `${path}/${at}`, fields));
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [name, member] of Object.entries(value)) {
    const field: Field = { path: `${path}/${name}`, isRead: false };
    fields.push(field);
    const inner = watched(member, field.path, fields);
    const get = () => {
      field.isRead = true;
      return inner;
    };
    Object.defineProperty(copy, name, { enumerable: true, configurable: true, get });
  }
  return copy;
}
