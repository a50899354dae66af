import type { Actor } from '../../model/actor.ts';
import type { Verdict } from '../../model/decision.ts';
import { displayText } from '../../model/text.ts';
import type { GivenAnswer } from '../../stages/arbitration/answer/types.ts';
import { limitsText } from '../../stages/arbitration/case/limits.ts';
import { explainSide } from '../../stages/arbitration/explain/text.ts';
import { endOfDay } from '../../stages/arbitration/time/term.ts';
import { daysAfter } from '../../stages/arbitration/time/windows.ts';
import type { PatchDelegation } from '../../stages/patch/terraform/delegation.ts';
import { isOwnedBy } from '../managed/delegations.ts';
import type { EndedField } from './ended-field.ts';

export const endedRule = 'delegation-expired';

/** What happens to a rule whose term is over, and to the fields that it covered. */
export type EndingChoice =
  /**
   * The rule is removed and the live values are written into the code, so that an apply changes
   * nothing.
   */
  | { readonly kind: 'write'; readonly because: string }
  /** The rule is removed and the code is otherwise left unchanged. */
  | { readonly kind: 'drop'; readonly because: string }
  /** The rule is extended for another term. */
  | {
      readonly kind: 'extend';
      readonly because: string;
      readonly owner: Actor;
      readonly term: Pick<Verdict, 'bounds' | 'expires' | 'granted'>;
    }
  | { readonly kind: 'wait'; readonly because: string; readonly until: string | undefined }
  | { readonly kind: 'ask'; readonly because: string };

/**
 * Capacity is never reset silently: unless a person decided otherwise, the rule is only removed if
 * an apply then changes nothing, or together with writing the owner's live value. Anything else
 * becomes a question.
 */
export function chooseEnding(
  delegation: PatchDelegation,
  fields: readonly EndedField[],
  answer: GivenAnswer | undefined,
  days: number,
): EndingChoice {
  const open = fields.filter(({ agrees }) => !agrees);
  if (answer !== undefined) return answered(delegation, fields, open, answer, days);
  const unknown = open.find(({ drift: { live } }) => !isKnown(live.kind));
  if (unknown !== undefined) return { kind: 'ask', because: unknownText(unknown) };
  if (open.length === 0) {
    return { kind: 'drop', because: 'Cloud and code agree, so only the rule is removed.' };
  }
  const foreign = open.find((field) => !isOfOwner(delegation, field));
  if (foreign !== undefined) return { kind: 'ask', because: foreignText(delegation, foreign) };
  return {
    kind: 'write',
    because: `${listed(open)}: the live value is written into the code as the rule goes, so that an apply changes nothing.`,
  };
}

function answered(
  delegation: PatchDelegation,
  fields: readonly EndedField[],
  open: readonly EndedField[],
  { action, by, at, until, bounds }: GivenAnswer,
  days: number,
): EndingChoice {
  const who = `${displayText(by, 80)} answered ${action} at ${at}`;
  const unknown = open.find(({ drift: { live } }) => !isKnown(live.kind));
  switch (action) {
    case 'revert':
      return { kind: 'drop', because: `${who}: the code is right, and an apply restores it.` };
    case 'hold':
      return { kind: 'wait', because: `${who}: nothing is done until then.`, until };
    case 'wrong':
    case 'dismiss':
      return { kind: 'ask', because: `${who}.` };
    case 'accept':
      return unknown === undefined
        ? { kind: 'write', because: `${who}: the code says what is live.` }
        : { kind: 'ask', because: unknownText(unknown) };
    case 'delegate': {
      const owner = fields.map(({ writer }) => writer).find((one) => isOwnedBy(delegation, one));
      if (owner === undefined) {
        const because = `${who}, and no record says who ${delegation.owner} is: set another date in the note.`;
        return { kind: 'ask', because };
      }
      const expires = endOfDay(daysAfter(at, days));
      const limits = bounds ?? delegation.bounds;
      const term = { expires, granted: at, ...(limits === undefined ? {} : { bounds: limits }) };
      return { kind: 'extend', because: `${who}: it has another term.`, owner, term };
    }
  }
}

function isKnown(kind: EndedField['drift']['live']['kind']): boolean {
  return kind === 'value' || kind === 'absent';
}

/** If only the provider shows the value, without a known writer, it is attributed to the owner. */
function isOfOwner(delegation: PatchDelegation, { writer, within }: EndedField): boolean {
  return within && (writer === undefined || isOwnedBy(delegation, writer));
}

function unknownText({ drift: { address, declared, live } }: EndedField): string {
  const why = live.kind === 'unknown' ? live.why : 'Its live value is a secret.';
  const code = explainSide(declared);
  return `${why} The code says ${code} for ${displayText(address, 160)}: without the rule, an apply would set it to that.`;
}

function foreignText(delegation: PatchDelegation, field: EndedField): string {
  const { writer, within } = field;
  const isOthers = writer !== undefined && !isOwnedBy(delegation, writer);
  const why = [
    ...(isOthers ? [`set by ${displayText(writer.name, 80)}, who did not own it`] : []),
    ...(within ? [] : [`not within ${limitsText(delegation.bounds ?? {})}`]),
  ];
  return `${sidesText(field)}: it is ${why.join(', and ')}.`;
}

function listed(fields: readonly EndedField[]): string {
  const shown = fields.slice(0, 3).map(sidesText);
  const rest = fields.length - shown.length;
  return rest > 0 ? `${shown.join('; ')}; and ${rest} more` : shown.join('; ');
}

function sidesText({ drift: { address, declared, live } }: EndedField): string {
  return `${displayText(address, 160)} has ${explainSide(live)}, and the code says ${explainSide(declared)}`;
}
