import { checkEdit } from '../../code/hcl/edit/check.ts';
import { parseHcl } from '../../code/hcl/syntax/parse.ts';
import type { SourceTree } from '../../code/terraform/config/types.ts';
import type { FileEdit, Impact, VerificationLevel } from '../../model/patch.ts';
import type { Judges } from './attempt.ts';
import { elsewhereNotes, objectionElsewhere } from './elsewhere.ts';
import { changedPart } from './terraform/changed-part.ts';
import { coverageFor } from './terraform/coverage.ts';
import { createReachedReader } from './terraform/goal.ts';
import { blastRadius } from './terraform/radius.ts';
import type { Project } from './terraform/types.ts';
import type { Goal } from './types.ts';

/** A parser that is not ours, asked whether a text is valid. Undefined: it cannot tell. */
export type SecondOpinion = (text: string) => boolean | undefined;

export interface Verification {
  readonly level: VerificationLevel;
  readonly passed: boolean;
  readonly notes: readonly string[];
  readonly radius: readonly Impact[];
}

/** Edits made at once, and the tree that they were made on. */
export interface VerificationStep {
  readonly tree: SourceTree;
  readonly files: readonly FileEdit[];
}

/**
 * Proves a patch from scratch, whatever its making promised. `parse`: every changed file parses,
 * here and with `hcl2-parser`. `scope`: outside of the edits the syntax trees are equal.
 * `evaluate`: the evaluated values differ exactly as the goals ask. The level is the one that
 * failed, or the highest.
 */
export function verify(
  judges: Judges,
  before: Project,
  after: Project,
  steps: readonly VerificationStep[],
  asked: { readonly goals: readonly Goal[]; readonly welcome: readonly Goal[] },
  secondOpinion: SecondOpinion,
): Verification {
  const failed = (level: VerificationLevel, notes: readonly string[]): Verification => ({
    level,
    passed: false,
    notes,
    radius: [],
  });
  const paths = new Set(steps.flatMap((step) => step.files.map(({ path }) => path)));
  const unparsed = [...paths].flatMap((path) =>
    parseNotes(path, before.tree.get(path), after.tree.get(path) ?? '', secondOpinion),
  );
  if (unparsed.length > 0) return failed('parse', unparsed);
  const outside = steps.flatMap(({ files, tree }) =>
    files.flatMap((file) => scopeNotes(file, tree)),
  );
  if (outside.length > 0) return failed('scope', outside);
  const radius = blastRadius(before.evaluation, after.evaluation, judges);
  const goalFor = coverageFor(asked.welcome, radius);
  const stray = radius.filter((impact) => goalFor(impact) === undefined);
  const reaches = createReachedReader(after.evaluation, judges.same);
  const missed = asked.goals.filter((goal) => !reaches(goal));
  const { elsewhere } = judges;
  const spoilt = elsewhere && objectionElsewhere(elsewhere, before.tree, after.tree, asked.goals);
  const notes = [
    ...(spoilt === undefined ? [] : [spoilt]),
    ...(stray.length > 0 ? [`${stray.length} values that nobody asked for would change.`] : []),
    ...(missed.length > 0 ? [`${missed.length} values would not be the ones wanted.`] : []),
  ];
  const passed = notes.length === 0;
  const told = passed ? elsewhereNotes(elsewhere?.(before.tree, after.tree) ?? []) : [];
  return { level: 'evaluate', passed, notes: [...notes, ...told], radius };
}

/** Errors that the file did not have before, and a second opinion that changed. */
function parseNotes(
  path: string,
  old: string | undefined,
  text: string,
  secondOpinion: SecondOpinion,
): readonly string[] {
  if (!isConfiguration(path)) return documentNotes(path, old ?? '', text);
  const before = parseHcl(old ?? '');
  const after = parseHcl(text);
  const [error] = after.errors;
  const notes: string[] = [];
  if (error !== undefined && after.errors.length > before.errors.length) {
    notes.push(`${path}:${error.line}: ${error.message}`);
  }
  const part = changedPart(before, after);
  if (secondOpinion(part.after) === false && secondOpinion(part.before) === true) {
    notes.push(`${path}: hcl2-parser accepted the file before and refuses it now.`);
  }
  return notes;
}

/** True for files in Terraform's language. */
export function isConfiguration(path: string): boolean {
  return /\.(?:tf|tofu|tfvars)$/.test(path);
}

/** Files that the configuration reads: JSON stays JSON. */
function documentNotes(path: string, old: string, text: string): readonly string[] {
  return isJson(old) && !isJson(text) ? [`${path}: The edit breaks the JSON.`] : [];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function scopeNotes({ path, edits }: FileEdit, before: SourceTree): readonly string[] {
  if (!isConfiguration(path)) return [];
  const checked = checkEdit(parseHcl(before.get(path) ?? ''), edits);
  return checked.ok ? [] : [`${path}: ${checked.error.message}`];
}
