import { z } from 'zod';
import { driftIdText, intentIdText, path, reportText, wholeNumber } from './report-schema/terms.ts';

/** Replaces `length` UTF-16 code units at `offset` with `text`. Edits of one file never overlap. */
export const TextEdit = z.object({
  offset: wholeNumber,
  length: wholeNumber,
  text: reportText,
});

export type TextEdit = Readonly<z.output<typeof TextEdit>>;

export const FileEdit = z.object({
  /** The path relative to the project root, with forward slashes. */
  path: reportText,
  edits: z.array(TextEdit).readonly(),
});

export type FileEdit = Readonly<z.output<typeof FileEdit>>;

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
const verificationLevel = z.enum(['parse', 'scope', 'evaluate', 'validate', 'plan']);

export type VerificationLevel = z.output<typeof verificationLevel>;

/** One value that a patch changes; the blast radius is a set of these. */
export const Impact = z.object({
  address: reportText,
  path,
});

export type Impact = Readonly<z.output<typeof Impact>>;

/** A place where an edit would correct the value, with the other values that it would change. */
export const Candidate = z.object({
  /** The drift that it would resolve. */
  drift: driftIdText.exactOptional(),
  /** The attribute that it would change; empty for the resource as a whole. */
  path: path.exactOptional(),
  /**
   * The kind of edit site: `literal`, `tfvars`, `variable default`, `local`, `for_each entry`, ...
   */
  kind: reportText,
  file: reportText,
  /** 1-based. */
  line: z.int().positive(),
  description: reportText,
  /** The first of the values that it would change. */
  blastRadius: z.array(Impact).readonly(),
  /** The number of values that it would change. */
  changes: wholeNumber.exactOptional(),
  /** Set if it would change more values than were counted. None of those were requested. */
  andMore: z.literal(true).exactOptional(),
  chosen: z.boolean(),
  /** Why it was or was not chosen. */
  because: reportText,
});

export type Candidate = Readonly<z.output<typeof Candidate>>;

/** One step from an attribute to the place that determines its value. */
export const TraceStep = z.object({
  /** `reference`, the kind of place where the chain ends, or what it ends at instead. */
  kind: reportText,
  /** The reference as written, or the name of the place: `var.delay`, `local.functions.api`. */
  text: reportText,
  file: reportText,
  /** 1-based. */
  line: z.int().positive(),
  /** Places that set the same variable but have no effect, since this one takes precedence. */
  shadows: z.array(reportText).readonly().exactOptional(),
});

export type TraceStep = Readonly<z.output<typeof TraceStep>>;

/** The origin of an attribute's declared value before the patch. */
export const Trace = z.object({
  drift: driftIdText,
  address: reportText,
  path,
  steps: z.array(TraceStep).readonly(),
});

export type Trace = Readonly<z.output<typeof Trace>>;

export const Patch = z.object({
  intent: intentIdText,
  drifts: z.array(driftIdText).readonly(),
  files: z.array(FileEdit).readonly(),
  /** The edit site, for people: `terraform.tfvars:4 (web_capacity)`. */
  site: reportText,
  blastRadius: z.array(Impact).readonly(),
  candidates: z.array(Candidate).readonly(),
  traces: z.array(Trace).readonly().exactOptional(),
  verification: z.object({
    level: verificationLevel,
    passed: z.boolean(),
    notes: z.array(reportText).readonly(),
  }),
});

export type Patch = Readonly<z.output<typeof Patch>>;

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
