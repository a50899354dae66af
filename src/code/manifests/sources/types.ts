import type { JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { ObjectId } from '../../../providers/kubernetes/names.ts';
import type { ManifestObject, ManifestProblem } from '../objects/types.ts';

/** File texts by path; paths are relative to the root, with forward slashes. */
export type ManifestFiles = ReadonlyMap<string, string>;

/** A source of manifests for a cluster. */
export interface ManifestSource {
  /** Path of a folder or file, relative to the root. */
  readonly path: string;
  readonly kind: 'manifests' | 'kustomize' | 'helm';
  /** The cluster that it is applied to, named as in the audit log. Without it, any cluster. */
  readonly cluster?: string;
  /** The namespace for objects that have none. */
  readonly namespace?: string;
  /** Name of the Helm release. */
  readonly release?: string;
  /** Values files of the Helm release, relative to the root, highest precedence last. */
  readonly values?: readonly string[];
}

/**
 * A source, or a neighboring overlay or chart, which is only checked when a shared file is edited.
 */
export interface Unit {
  readonly source: ManifestSource;
  readonly isConfigured: boolean;
}

/** An object as it is applied. */
export interface RenderedObject {
  readonly id: ObjectId;
  /** Stays the same when the content of a generated object is edited, unlike its name. */
  readonly key: string;
  readonly value: JsonObject;
  /** The value, with generated objects referred to by names that do not depend on their content. */
  readonly lasting: JsonObject;
  readonly origin: ObjectOrigin;
}

/** What determined an object, in order: the last step that sets a field supplies its value. */
export type ObjectOrigin =
  | { readonly kind: 'manifest'; readonly object: ManifestObject }
  | { readonly kind: 'kustomize'; readonly steps: readonly KustomizeStep[] }
  | { readonly kind: 'helm'; readonly template: TemplateOrigin };

export type KustomizeStep =
  | { readonly kind: 'resource'; readonly object: ManifestObject }
  | ({ readonly kind: 'literal'; readonly key: string } & ManifestEntry)
  | ({ readonly kind: 'replicas' | 'image' } & ManifestEntry)
  | ({ readonly kind: 'labels' | 'annotations' } & ManifestEntry)
  | ({ readonly kind: 'merge'; readonly patch: JsonObject } & PatchPlace)
  | ({
      readonly kind: 'json';
      readonly operation: JsonObject;
      readonly at: AttributePath;
    } & PatchPlace);

/** A place in a kustomization file. */
export interface ManifestEntry {
  readonly file: string;
  readonly path: AttributePath;
}

/** A patch in a file of its own, or inline in the entry. */
export interface PatchPlace extends ManifestEntry {
  /** Index of its document in the text. */
  readonly document: number;
  readonly isInline: boolean;
  /** The kustomization that uses it. */
  readonly layer: string;
  /** Path inside the document: the element of a list of operations. */
  readonly inner: AttributePath;
}

/** The document of an object in a rendered template. */
export interface TemplateOrigin {
  readonly file: string;
  /** The rendered text of the file, and the span of the object's document in it. */
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly pieces: readonly ManifestPiece[];
}

/** A stretch of rendered text and its origin. */
export interface ManifestPiece {
  readonly start: number;
  readonly end: number;
  /** 1-based line of the template. */
  readonly line: number;
  readonly made: /** The template's own text, from this offset of it. */
    | { readonly kind: 'text'; readonly offset: number }
    /** A value from the values files, inserted unchanged. */
    | {
        readonly kind: 'value';
        readonly path: readonly string[];
        readonly as: 'scalar' | 'yaml';
        /** True if it comes from `default`, because no values file sets it. */
        readonly isDefault: boolean;
      }
    /** Anything else. */
    | { readonly kind: 'other'; readonly why: string };
}

/** An object that exists but whose content cannot be determined. */
export interface UnclearObject {
  readonly id: ObjectId;
  readonly problem: ManifestProblem;
}

export interface Rendered {
  readonly objects: readonly RenderedObject[];
  readonly unclear: readonly UnclearObject[];
  readonly problems: readonly ManifestProblem[];
  /** The files that were read. As long as none of them changes, the result is the same. */
  readonly reads: ReadonlySet<string>;
}
