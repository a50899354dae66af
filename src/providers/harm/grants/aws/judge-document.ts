import type { Harm } from '../../../../model/harm.ts';
import { canonicalJson, type Json } from '../../../../model/json.ts';
import { readLogValue } from '../../../../model/masked.ts';
import { compareGrants } from '../document/difference.ts';
import { type GrantStatement, readStatements } from '../document/statement.ts';
import { type GrantJudgment, noJudgment } from '../types.ts';
import { denialHarms, documentGrants, grantHarms, spellingsIn } from './document-harm.ts';
import type { DocumentKind } from './documents.ts';
import { sensitiveActions } from './sensitive.ts';

/** One document before and after; `hidden` means that the new one is unknown. */
export interface JudgedDocument {
  readonly kind: DocumentKind;
  readonly field: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly hidden: boolean;
  readonly own: readonly string[];
  /** True if the resource itself was created or deleted. */
  readonly wholeResource: boolean;
}

/** What the change of a document allows now, or allows no longer. */
export function judgeDocument(change: JudgedDocument): GrantJudgment {
  const { kind, field, own, hidden } = change;
  const [before, after] = [writtenOr(change.before, kind), writtenOr(change.after, kind)];
  if (!hidden && canonicalJson(before ?? null) === canonicalJson(after ?? null)) return noJudgment;
  const [old, fresh] = [statementsOf(before), hidden ? undefined : statementsOf(after)];
  if (old === undefined || fresh === undefined)
    return { ...noJudgment, harms: [unreadable(change)] };
  const difference = compareGrants(old, fresh, sensitiveActions);
  const context = { kind, field, own, spelling: spellingsIn(before, after) };
  const granting = directions.flatMap((one) => grantHarms(difference, one, context));
  const denying = directions.flatMap((one) => denialHarms(difference, one, context));
  // A document created or deleted with its owner does what it is for, so only severe grants count,
  // such as those to outsiders.
  const withOwner = change.wholeResource && kind.ofOwner;
  return {
    harms: [
      ...(withOwner ? granting.filter(({ severity }) => severity >= 3) : [...granting, ...denying]),
      ...(difference.complete ? [] : [unreadable(change)]),
    ],
    grants: {
      added: documentGrants(difference, difference.gained),
      removed: documentGrants(difference, difference.lost),
    },
  };
}

const directions = ['weakens', 'strengthens'] as const;

function writtenOr(value: Json | undefined, { whenAbsent }: DocumentKind): Json | undefined {
  return value === undefined || value === null || value === '' ? whenAbsent : value;
}

function statementsOf(value: Json | undefined): readonly GrantStatement[] | undefined {
  if (value === undefined) return [];
  return readLogValue(value).kind === 'known' ? readStatements(value) : undefined;
}

function unreadable({ kind, field }: JudgedDocument): Harm {
  const because = `The new policy of ${kind.noun} cannot be determined, so neither can what it lets happen`;
  const { dimension } = kind;
  return { dimension, severity: 3, direction: 'weakens', doubt: 'cannot-tell', because, field };
}
