import { parseHcl } from '../hcl/syntax/parse.ts';
import type { Impact, VerificationLevel } from '../model/patch.ts';
import type { SourceTree } from '../terraform/config/types.ts';
import type { Judges } from './choose.ts';
import { covers, isReached } from './goal.ts';
import { blastRadius } from './radius.ts';
import type { Goal, Project } from './types.ts';

/** A parser that is not ours, asked whether a text is valid. Undefined: it cannot tell. */
export type SecondOpinion = (text: string) => boolean | undefined;

export interface Verification {
  readonly level: VerificationLevel;
  readonly passed: boolean;
  readonly notes: readonly string[];
  readonly radius: readonly Impact[];
}

/**
 * Proves a patch from scratch, whatever its making promised: every changed file parses, the parts
 * of it that no edit touched mean what they meant, and the evaluated values differ exactly as the
 * goals ask.
 */
export function verify(
  judges: Judges,
  before: Project,
  after: Project,
  asked: { readonly goals: readonly Goal[]; readonly welcome: readonly Goal[] },
  secondOpinion: SecondOpinion,
): Verification {
  const notes = parseNotes(before.tree, after.tree, secondOpinion);
  if (notes.length > 0) return { level: 'parse', passed: false, notes, radius: [] };
  const radius = blastRadius(before.evaluation, after.evaluation, judges.isUnordered);
  const stray = radius.filter((impact) => !asked.welcome.some((goal) => covers(goal, impact)));
  if (stray.length > 0) {
    const note = `${stray.length} values that nobody asked for would change.`;
    return { level: 'scope', passed: false, notes: [note], radius };
  }
  const missed = asked.goals.filter((goal) => !isReached(goal, after.evaluation, judges.same));
  if (missed.length > 0) {
    const note = `${missed.length} of ${asked.goals.length} values would not be the ones wanted.`;
    return { level: 'evaluate', passed: false, notes: [note], radius };
  }
  return { level: 'evaluate', passed: true, notes: [], radius };
}

function parseNotes(
  before: SourceTree,
  after: SourceTree,
  secondOpinion: SecondOpinion,
): readonly string[] {
  const notes: string[] = [];
  for (const [path, text] of after) {
    const old = before.get(path);
    if (old === text || !/\.(tf|tofu|tfvars)$/.test(path)) continue;
    const known = old === undefined ? 0 : parseHcl(old).errors.length;
    const [error] = parseHcl(text).errors.slice(known);
    if (error !== undefined) notes.push(`${path}:${error.line}: ${error.message}`);
    const wasAccepted = old === undefined || secondOpinion(old) === true;
    if (wasAccepted && secondOpinion(text) === false) {
      notes.push(`${path}: hcl2-parser accepted the file before and refuses it now.`);
    }
  }
  return notes;
}
