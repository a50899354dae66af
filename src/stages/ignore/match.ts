import type { PathStep } from '../../model/path.ts';
import { globMatches } from './glob.ts';
import type { Glob, IgnoreConditions, IgnoreRule, IgnoreSubject } from './types.ts';

/** The rule that excludes the finding: the last matching one, unless that one is negated. */
export function ignoringRule(
  rules: readonly IgnoreRule[],
  subject: IgnoreSubject,
): IgnoreRule | undefined {
  const last = rules.findLast(({ conditions }) => holds(conditions, subject));
  return last?.negated === true ? undefined : last;
}

function holds(
  { type, id, address, path, actor, operation }: IgnoreConditions,
  subject: IgnoreSubject,
): boolean {
  if (type !== undefined && !globMatches(type, subject.type)) return false;
  if (address !== undefined && !globMatches(address, subject.address)) return false;
  if (id !== undefined && !subject.ids.some((one) => globMatches(id, one))) return false;
  if (path !== undefined && !covers(path, subject.path)) return false;
  if (operation !== undefined) {
    if (subject.operation === undefined || !globMatches(operation, subject.operation)) return false;
  }
  return actor === undefined || byNobodyElse(actor, subject.actors);
}

function covers(path: readonly Glob[], steps: readonly PathStep[]): boolean {
  return path.every((glob, at) => {
    const step = steps[at];
    if (step === undefined) return false;
    // Members of a set have no name that a line could contain.
    return typeof step === 'object' ? glob === '*' : globMatches(glob, String(step));
  });
}

function byNobodyElse(actor: Glob, actors: IgnoreSubject['actors']): boolean {
  if (actors === undefined || actors.length === 0) return false;
  return actors.every((names) => names.some((name) => globMatches(actor, name)));
}
