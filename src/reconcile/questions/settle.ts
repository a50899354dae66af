import type { Effect } from '../../model/effect.ts';
import type { ClosedQuestion } from '../../model/open-question.ts';
import type { Unresolved } from '../../model/report.ts';
import { formatPlace } from '../../model/result.ts';
import { secondText } from '../../model/time-text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { lookAfter } from '../../stages/drift/look.ts';
import { ignoringRule } from '../../stages/ignore/match.ts';
import type { IgnoreRule } from '../../stages/ignore/types.ts';
import { callKey, dismissalsIn, dismissed } from '../decide/dismissal.ts';
import { createIgnoreSubject } from '../drift/apply-ignore-rules.ts';
import type { LiveState } from '../drift/read-back.ts';
import { declaredAt } from '../managed/declared.ts';
import type { Stage } from '../stages.ts';
import { type AskedQuestion, askedIn, type QuestionedCall } from './asked.ts';

/** Why a question is closed, with the evidence. */
export type QuestionEnding = Pick<ClosedQuestion, 'reason' | 'because'>;

export interface Questions {
  /** By address and operation, each with only those calls that are unanswered. */
  readonly open: readonly AskedQuestion[];
  /** Why the other questions with a known call are closed, by id. */
  readonly ended: ReadonlyMap<string, QuestionEnding>;
  /** Ids of calls that only a dismissal answers, which can be taken back. */
  readonly dismissed: ReadonlySet<string>;
}

export interface SettleInput {
  readonly stage: Stage;
  /** Effects from the log and from earlier runs, including observations. */
  readonly effects: readonly Effect[];
  readonly live: LiveState | undefined;
  readonly rules: readonly IgnoreRule[];
}

/** Separates the untranslatable calls that something answers from those that stay open. */
export function settleQuestions(input: SettleInput): Questions {
  const { stage, effects } = input;
  const read = lookAfter(effects);
  const dismissals = dismissalsIn(stage.input.people.answers ?? []);
  const open: AskedQuestion[] = [];
  const ended = new Map<string, QuestionEnding>();
  const dismissedCalls = new Set<string>();
  for (const asked of askedIn(stage.ingested.events.values(), stage.index)) {
    const endings = asked.calls.map((call) => {
      const ending = endingOf(call, input, read);
      const by = dismissals.get(callKey(asked.id, call.event.id));
      if (ending === undefined && by !== undefined) dismissedCalls.add(call.event.id);
      return [call, ending ?? (by && dismissed(by))] as const;
    });
    const left = endings.flatMap(([call, ending]) => (ending === undefined ? [call] : []));
    const last = endings.at(-1)?.[1];
    if (left.length > 0) open.push({ ...asked, calls: left });
    else if (last !== undefined) ended.set(asked.id, last);
  }
  return { open, ended, dismissed: dismissedCalls };
}

function endingOf(
  { event, touched: { address, type } }: QuestionedCall,
  { stage, live, rules }: SettleInput,
  read: ReturnType<typeof lookAfter>,
): QuestionEnding | undefined {
  const look = live?.resources.has(address) === true ? stage.input.startedAt : undefined;
  const at = read(address, event.time) ?? look;
  if (at !== undefined) {
    const because = `The provider read all of it (${secondText(at)}): what differs is an open drift of its own.`;
    return { reason: 'read-back', because };
  }
  const gone = goneEnding(stage, address);
  if (gone !== undefined) return gone;
  const place = { address, type, path: [], evidence: [event.id] };
  const actorOf = (id: string) => stage.ingested.events.get(id)?.actor;
  const operation = `${event.service}:${event.operation}`;
  const subject = { ...createIgnoreSubject(place, stage.index, actorOf), operation };
  const rule = ignoringRule(rules, subject);
  if (rule === undefined) return undefined;
  return { reason: 'dismissed', because: `${formatPlace(rule.place)} leaves it out.` };
}

/** Removes the findings of the log on calls that are answered. */
export function stillOpen(
  unresolved: readonly Unresolved[],
  { open }: Questions,
  events: ReadonlyMap<string, KeptEvent>,
): readonly Unresolved[] {
  const asked = new Set(open.flatMap(({ calls }) => calls.map(({ event }) => event.id)));
  return unresolved.filter(({ event = '' }) => {
    return events.get(event)?.cut === undefined || asked.has(event);
  });
}

/**
 * The ending if the resource is gone. One that was only removed from the code exists until an apply
 * deletes it.
 */
export function goneEnding({ index, loaded }: Stage, address: string): QuestionEnding | undefined {
  if (index.get(address) !== undefined) return undefined;
  const { value } = declaredAt(loaded.project.evaluation, index, address, []);
  if (value.kind !== 'absent') return undefined;
  return { reason: 'gone', because: 'Neither the code nor the state has the resource.' };
}
