import type { AttributePath } from './path.ts';

/** Replace `length` UTF-16 units from `offset` by `text`. Edits of one file never overlap. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export interface FileEdit {
  /** Path relative to the project root, with forward slashes. */
  readonly path: string;
  readonly edits: readonly TextEdit[];
}

/** A change of a file for whoever has the file: it holds what changes, and nothing else of the text. */
export interface FileChange extends FileEdit {
  /** SHA-256 in hex of the text that is changed; left out for a new file. */
  readonly digest?: string;
  /** The file goes; there are no edits then. */
  readonly gone?: true;
}

/** How far a patch was proved, in order. */
export type VerificationLevel = 'parse' | 'scope' | 'evaluate' | 'validate' | 'plan';

/** One value that a patch changes: the blast radius is a set of these. */
export interface Impact {
  readonly address: string;
  readonly path: AttributePath;
}

/** A place that could be edited so that the value becomes right, and what else would change. */
export interface Candidate {
  /** The drift it is about. */
  readonly drift?: string;
  /** The attribute it is about; empty for the resource as a whole. */
  readonly path?: AttributePath;
  /** What is edited: `literal`, `tfvars`, `variable default`, `local`, `for_each entry`, ... */
  readonly kind: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly description: string;
  /** The first values that it would change. */
  readonly blastRadius: readonly Impact[];
  /** How many values it would change. */
  readonly changes?: number;
  /** Set where it would change more, which was not counted: nobody asked for any of it. */
  readonly andMore?: true;
  readonly chosen: boolean;
  /** Why it won or lost. */
  readonly because: string;
}

/** One step on the way from an attribute to the place that gives its value. */
export interface TraceStep {
  /** `reference`, the kind of place that the way ends at, or what it ends at instead. */
  readonly kind: string;
  /** The reference as written, or what the place is called: `var.delay`, `local.functions.api`. */
  readonly text: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Places that set the same variable and have no effect, since this one goes before them. */
  readonly shadows?: readonly string[];
}

/** Where the declared value of an attribute came from before the patch. */
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
  /** Where the edit is, for people: `terraform.tfvars:4 (web_capacity)`. */
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

/** Why no patch was made, and what a person could do. */
export interface Refusal {
  readonly code: string;
  readonly reason: string;
  readonly suggestion?: string;
  /** Nearest place a person could edit. */
  readonly nearest?: { readonly file: string; readonly line: number };
  /** What to write there, as code; never a secret. */
  readonly write?: string;
}
