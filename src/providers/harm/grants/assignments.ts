import type { Harm, Severity } from '../../../model/harm.ts';
import { displayText } from '../../../model/text.ts';
import { listedPhrases } from './aws/phrases.ts';
import type { Grant, GrantJudgment } from './types.ts';

/** A party that has a role in some scope. */
export interface RoleAssignment {
  readonly who: string;
  readonly role: string;
  /** The project, scope or namespace; `*` if nothing narrower is given. */
  readonly scope: string;
  /** Empty if there is none. */
  readonly condition: string;
}

/** Stands for a party that is unknown until the plan is applied. */
export const notKnownYet = '(not known yet)';

/** The severity of an assignment, with its words in a sentence. */
export interface GrantWeight {
  readonly severity: Severity;
  /** Comes before "may now": `Everyone`. */
  readonly who: string;
  /** Comes after it: `do anything in this project`. */
  readonly may: string;
  readonly doubt?: 'cannot-tell';
}

export interface AssignmentChange {
  readonly before: readonly RoleAssignment[];
  readonly after: readonly RoleAssignment[];
  /** The field of the harms: `members`. */
  readonly field: string;
  /** Parties that include everyone, so that assignments to others add nothing to theirs. */
  readonly everybody: readonly string[];
  readonly weigh: (assignment: RoleAssignment) => GrantWeight;
}

/** Who gained or lost which role, unless a wider assignment covers it. */
export function judgeAssignments(change: AssignmentChange): GrantJudgment {
  const added = beyond(change.after, change.before, change.everybody);
  const removed = beyond(change.before, change.after, change.everybody);
  const harmsOf = (some: readonly RoleAssignment[], direction: Harm['direction']) =>
    some.map((one) => harmOf(one, direction, change));
  return {
    harms: [...harmsOf(added, 'weakens'), ...harmsOf(removed, 'strengthens')],
    grants: { added: added.map(grantOf), removed: removed.map(grantOf) },
  };
}

function beyond(
  some: readonly RoleAssignment[],
  others: readonly RoleAssignment[],
  everybody: readonly string[],
): readonly RoleAssignment[] {
  return some.filter(
    (one) =>
      !others.some(
        (other) =>
          (other.who === one.who || everybody.includes(other.who)) &&
          other.role === one.role &&
          other.scope === one.scope &&
          (other.condition === '' || other.condition === one.condition),
      ),
  );
}

function harmOf(
  one: RoleAssignment,
  direction: Harm['direction'],
  { weigh, field, before, after }: AssignmentChange,
): Harm {
  const { severity, who, may, doubt } = weigh(one);
  const other = direction === 'weakens' ? before : after;
  const widened = other.some(
    ({ who: party, role, scope }) => party === one.who && role === one.role && scope === one.scope,
  );
  const verb = direction === 'weakens' ? 'may now' : 'may no longer';
  const under =
    one.condition === '' ? '' : ` under the condition ${displayText(one.condition, 120)}`;
  const how = widened ? ', under another condition than before' : '';
  const because = `${who} ${verb} ${may}${under}${how}`;
  const harm: Harm = { dimension: 'security', severity, direction, because, field };
  return doubt === undefined ? harm : { ...harm, doubt };
}

function grantOf({ who, role, scope, condition }: RoleAssignment): Grant {
  return {
    principals: [who],
    actions: [role],
    resources: [scope],
    conditions: condition === '' ? [] : [condition],
  };
}

/** The harm reported if a part of the assignments cannot be read. */
export function hiddenAssignments(field: string, what: readonly string[]): Harm {
  const because = `${listedPhrases(what)} cannot be determined, so neither can who may do what`;
  return {
    dimension: 'security',
    severity: 3,
    direction: 'weakens',
    doubt: 'cannot-tell',
    because,
    field,
  };
}
