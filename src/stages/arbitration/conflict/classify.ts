import type { ConflictKind, Grounds } from '../../../model/decision.ts';
import type { Want } from '../../../model/intent.ts';
import { displayText } from '../../../model/text.ts';
import type { VerdictDraft } from '../case/draft.ts';
import { fieldOwner } from '../case/facts.ts';
import type { Defeat } from '../order/settle.ts';
import type { DecideInput } from '../types.ts';
import { contentionText } from './field-contention.ts';

type Conflict = Grounds['conflicts'][number];

/** How the parties of a decision conflict, with one entry for each kind. */
export function classifyConflicts(input: DecideInput, draft: VerdictDraft): readonly Conflict[] {
  const { overruled } = draft;
  const found: readonly Conflict[] = [
    ...(overruled?.conflict === undefined
      ? []
      : [{ kind: overruled.conflict, because: overruled.because }]),
    ...draft.settlement.defeated
      .filter((defeat) => concerns(draft, defeat))
      .map((defeat) => ({ kind: kindOf(defeat), because: defeatText(draft, defeat) })),
    ...ownership(input, draft),
    ...age(input, draft),
    ...(draft.case.contention === undefined
      ? []
      : [
          {
            kind: 'contention' as const,
            because: `${contentionText(draft.case.contention)} undo each other.`,
          },
        ]),
  ];
  const kinds = new Set<ConflictKind>();
  return found.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
}

/** True for a defeat in which this decision's intent is the loser or one of the winners. */
export function concerns({ case: { intent } }: VerdictDraft, { claim, blame }: Defeat): boolean {
  if (claim.id === intent.id) return true;
  return blame.some(({ id }) => id === intent.id);
}

/** The kind of a defeat, from what the loser and the winners want. */
function kindOf({ claim, blame }: Pick<Defeat, 'claim' | 'blame'>): ConflictKind {
  const wants = [claim, ...blame].map(({ want }) => want);
  if (blame.some(({ id }) => id === 'invariant')) return 'dependency';
  if (wants.some(isPresence)) return 'presence';
  return wants.some(({ kind }) => kind === 'range') ? 'range' : 'value';
}

function isPresence(want: Want): boolean {
  if (want.kind === 'eq') return want.value === null;
  return want.kind === 'present' || want.kind === 'absent';
}

function defeatText({ case: { intent } }: VerdictDraft, { claim, blame }: Defeat): string {
  const name = (id: string): string =>
    id === intent.id ? 'the change' : id === 'code' ? 'the code' : id;
  if (blame.length === 0) return `What ${name(claim.id)} wants is impossible.`;
  const winners = blame.map(({ id }) => name(id)).join(' and ');
  return `Nothing satisfies both ${name(claim.id)} and ${winners}.`;
}

/**
 * A scaled field that someone other than a controller set, or a field that the code delegates to
 * another owner.
 */
function ownership(input: DecideInput, { case: own }: VerdictDraft): readonly Conflict[] {
  const { facts, drift, intent } = own;
  const owner = fieldOwner(input, drift);
  if (owner !== undefined && owner.principal !== intent.actor.principal) {
    const because = `The field is delegated to ${displayText(owner.name, 80)}.`;
    return [{ kind: 'ownership', because }];
  }
  const kind = facts['actor.class'];
  const isController = kind === 'controller' || kind === 'provider';
  if (!facts['change.scaled'] || isController) return [];
  const because = `Controllers scale this field, and a party of class ${kind} wrote it.`;
  return [{ kind: 'ownership', because }];
}

function age({ declaredSince }: DecideInput, { case: own }: VerdictDraft): readonly Conflict[] {
  const { facts, drift, calendar } = own;
  const found: Conflict[] = [];
  if (facts['change.stale']) {
    const since = declaredSince?.(drift.address, drift.path) ?? '';
    found.push({ kind: 'stale', because: `The code was set again at ${since}, after the change.` });
  } else if (facts['change.unapplied']) {
    found.push({ kind: 'stale', because: 'The code was set again and has not been applied yet.' });
  }
  if (facts['intent.expired']) {
    found.push({ kind: 'temporal', because: 'It was wanted only until a time that has passed.' });
  } else if (facts['context.incident'] === 'over') {
    const because = `The hold of incident ${calendar.incidentId ?? ''} ended at ${calendar.holdEnds ?? ''}.`;
    found.push({ kind: 'temporal', because });
  } else if (facts['context.freeze']) {
    found.push({ kind: 'temporal', because: 'It falls within a freeze.' });
  }
  return found;
}
