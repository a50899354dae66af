import type { AttributePath } from './path.ts';

/** Replaces `length` UTF-16 code units at `offset` with `text`. Edits of one file never overlap. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export interface FileEdit {
  /** The path relative to the project root, with forward slashes. */
  readonly path: string;
  readonly edits: readonly TextEdit[];
}

/**
 * A change of a file for a reader who has the file: it contains only the changed parts of the text.
 */
export interface FileChange extends FileEdit {
  /** SHA-256 in hex of the old text; left out for a new file. */
  readonly digest?: string;
  /** The file is deleted, so there are no edits. */
  readonly gone?: true;
}

/** The levels of verification of a patch, in order. */
export type VerificationLevel = 'parse' | 'scope' | 'evaluate' | 'validate' | 'plan';

/** One value that a patch changes; the blast radius is a set of these. */
export interface Impact {
  readonly address: string;
  readonly path: AttributePath;
}

/** A place where an edit would correct the value, with the other values that it would change. */
export interface Candidate {
  /** The drift that it would resolve. */
  readonly drift?: string;
  /** The attribute that it would change; empty for the resource as a whole. */
  readonly path?: AttributePath;
  /**
   * The kind of edit site: `literal`, `tfvars`, `variable default`, `local`, `for_each entry`, ...
   */
  readonly kind: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly description: string;
  /** The first of the values that it would change. */
  readonly blastRadius: readonly Impact[];
  /** The number of values that it would change. */
  readonly changes?: number;
  /** Set if it would change more values than were counted. None of those were requested. */
  readonly andMore?: true;
  readonly chosen: boolean;
  /** Why it was or was not chosen. */
  readonly because: string;
}

/** One step from an attribute to the place that determines its value. */
export interface TraceStep {
  /** `reference`, the kind of place where the chain ends, or what it ends at instead. */
  readonly kind: string;
  /** The reference as written, or the name of the place: `var.delay`, `local.functions.api`. */
  readonly text: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Places that set the same variable but have no effect, since this one takes precedence. */
  readonly shadows?: readonly string[];
}

/** The origin of an attribute's declared value before the patch. */
export interface Trace {
  readonly drift: string;
  readonly address: string;
  readonly path: AttributePath;
  readonly steps: readonly TraceStep[];
}

export interface Patch {
  readonly intent: string;
  readonly drifts: readonly string[];
  readonly files: readonly FileEdit[];
  /** The edit site, for people: `terraform.tfvars:4 (web_capacity)`. */
  readonly site: string;
  readonly blastRadius: readonly Impact[];
  readonly candidates: readonly Candidate[];
  readonly traces?: readonly Trace[];
  readonly verification: {
    readonly level: VerificationLevel;
    readonly passed: boolean;
    readonly notes: readonly string[];
  };
}

/** Why no patch was made, and what a person can do. */
export interface Refusal {
  readonly code: string;
  readonly reason: string;
  readonly suggestion?: string;
  /** The nearest place that a person can edit. */
  readonly nearest?: { readonly file: string; readonly line: number };
  /** The code to write there; never a secret. */
  readonly write?: string;
}
