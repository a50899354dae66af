import { type AttributePath, formatPath } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { minuteText } from '../../model/time-text.ts';
import type { ValueNode } from '../../providers/harm/value/node.ts';
import type { KnownDrift } from './known.ts';
import type { GuardVerdict } from './types.ts';
import { isUnknownValue, shown } from './value.ts';

/** `desired_capacity goes from 8 to 3`, without hidden values. */
export function goes(path: AttributePath, before: ValueNode, after: ValueNode): string {
  const field = path.length === 0 ? 'the resource' : displayText(formatPath(path), 160);
  const [from, to] = [shown(before, path), shown(after, path)];
  if (isUnknownValue(after)) return `${field} gets a value that is known only after the apply`;
  if (before.value === undefined && after.value !== undefined) return `${field} is set`;
  if (before.value !== undefined && after.value === undefined) return `${field} is removed`;
  return from === undefined || to === undefined
    ? `${field} gets another value`
    : `${field} goes from ${from} to ${to}`;
}

/** The text with a final period. Its first word is not capitalized, since it may be a name. */
export function period(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

export function guardSentence(text: string): string {
  const trimmed = text.trim();
  const end = /[.!?…]$/.test(trimmed) ? '' : '.';
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${end}`;
}

export function actorName({ drift, intent }: KnownDrift): string {
  return displayText(intent?.who ?? drift.evidence.at(-1)?.actor ?? 'somebody unknown', 80);
}

export function sinceText({ drift, intent }: KnownDrift): string {
  return drift.evidence[0]?.time ?? intent?.since ?? drift.firstSeen;
}

/** The policy's verdict on an open drift, and what to do before the apply. */
export function verdictSentence(verdict: GuardVerdict | undefined, proposal?: string): string {
  const at = proposal === undefined ? 'its proposal' : displayText(proposal, 200);
  const until = verdict?.expires === undefined ? '' : ` until ${minuteText(verdict.expires)}`;
  const rule = verdict === undefined ? '' : ` (rule ${displayText(verdict.rule, 80)})`;
  switch (verdict?.outcome) {
    case undefined:
      return 'It has not been decided yet: run `parley scan`, or answer it first.';
    case 'accept':
      return `It is accepted${rule}, and not in the code yet: merge ${at} first.`;
    case 'compromise':
      return `A compromise was found${rule}, and is not in the code yet: merge ${at} first.`;
    case 'delegate':
      return `The field was handed over${until}${rule}, and the code does not leave it alone yet: merge ${at} first.`;
    case 'defer':
      return `It is held${until}${rule}: accept or revert it first.`;
    case 'escalate':
      return `It waits for a person's answer${rule}: answer it first.`;
    case 'reject':
      return `The policy rejects it${rule}: this puts it back as it should be.`;
    case 'noop':
    case 'expired':
      return `The policy lets the code win${rule}.`;
  }
}
