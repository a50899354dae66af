import type { JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { ObjectId } from '../../../providers/kubernetes/names.ts';
import type { ManifestObject, ManifestProblem } from '../objects/types.ts';

/** Paths relative to the root, with forward slashes, to texts. */
export type ManifestFiles = ReadonlyMap<string, string>;

/** Where manifests of a cluster come from. */
export interface ManifestSource {
  /** Of a folder or file, relative to the root. */
  readonly path: string;
  readonly kind: 'manifests' | 'kustomize' | 'helm';
  /** The cluster that it is applied to, as the log calls it; any where left out. */
  readonly cluster?: string;
  /** For objects that name none. */
  readonly namespace?: string;
  /** Name of the Helm release. */
  readonly release?: string;
  /** Values files of the Helm release, relative to the root, the last one strongest. */
  readonly values?: readonly string[];
}

/** A source, or an overlay or chart beside those that counts when something shared is edited. */
export interface Unit {
  readonly source: ManifestSource;
  readonly isConfigured: boolean;
}

/** An object as it is applied. */
export interface RenderedObject {
  readonly id: ObjectId;
  /** The same as long as the content of a generated object is edited, unlike its name. */
  readonly key: string;
  readonly value: JsonObject;
  /** The value with the lasting names of generated objects. */
  readonly lasting: JsonObject;
  readonly origin: ObjectOrigin;
}

/** What made an object what it is, in order: the last one that sets a field supplies it. */
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

/** Where in a kustomization file something stands. */
export interface ManifestEntry {
  readonly file: string;
  readonly path: AttributePath;
}

/** A patch in a file of its own, or inline at the entry. */
export interface PatchPlace extends ManifestEntry {
  /** Its document, by position among those of the text. */
  readonly document: number;
  readonly isInline: boolean;
  /** The kustomization that uses it. */
  readonly layer: string;
  /** Inside the document: the element of a list of operations. */
  readonly inner: AttributePath;
}

/** The object's document in a rendered template. */
export interface TemplateOrigin {
  readonly file: string;
  /** The rendered text of the file, and where the object's document is in it. */
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly pieces: readonly ManifestPiece[];
}

/** A stretch of rendered text and what made it. */
export interface ManifestPiece {
  readonly start: number;
  readonly end: number;
  /** 1-based line of the template. */
  readonly line: number;
  readonly made: /** The template's own text, from this offset of it. */
    | { readonly kind: 'text'; readonly offset: number }
    /** A value of the values files, written as it is. */
    | {
        readonly kind: 'value';
        readonly path: readonly string[];
        readonly as: 'scalar' | 'yaml';
        /** From `default`: no values file has it. */
        readonly isDefault: boolean;
      }
    /** Anything else. */
    | { readonly kind: 'other'; readonly why: string };
}

/** An object that is there, but of which nobody can tell what it says. */
export interface UnclearObject {
  readonly id: ObjectId;
  readonly problem: ManifestProblem;
}

export interface Rendered {
  readonly objects: readonly RenderedObject[];
  readonly unclear: readonly UnclearObject[];
  readonly problems: readonly ManifestProblem[];
  /** Files that went into it; another text in none of them means the same result. */
  readonly reads: ReadonlySet<string>;
}
