import type { ClosedQuestion, OpenQuestion } from '../../model/open-question.ts';
import { displayText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { memoryNote } from '../memory/note.ts';
import type { Stage } from '../stages.ts';
import type { AskedQuestion } from './asked.ts';
import { goneEnding, type QuestionEnding, type Questions } from './settle.ts';

export interface QuestionSet {
  /** First the questions of this run, then earlier ones without a call in this run. */
  readonly open: readonly OpenQuestion[];
  readonly closed: readonly ClosedQuestion[];
  /** Ids of earlier questions that are no longer open under that id. */
  readonly left: readonly string[];
}

/** The questions that are open after a run, and those of earlier runs that are closed. */
export function questionSet(
  stage: Stage,
  { open, ended }: Questions,
  voided: readonly string[],
): QuestionSet {
  const {
    earlier: { memory },
    startedAt: now,
  } = stage.input;
  const { events } = stage.ingested;
  const earlier = new Map((memory?.questions ?? []).map((one) => [one.id, one]));
  const found = open.map((asked) => openQuestion(asked, earlier.get(asked.id), now));
  const isOpen = new Set(found.map(({ id }) => id));
  const elsewhere = new Set(found.flatMap(({ calls }) => calls.map(({ event }) => event)));
  const unseen: OpenQuestion[] = [];
  const closed: ClosedQuestion[] = [];
  const left: string[] = [];
  for (const question of earlier.values()) {
    const { id, calls } = question;
    if (isOpen.has(id)) continue;
    const isMoved = calls.some(({ event }) => elsewhere.has(event));
    const ending =
      ended.get(id) ??
      answeredByLog(question, events, new Set(voided)) ??
      (isMoved ? undefined : goneEnding(stage, question.address));
    if (ending !== undefined) closed.push(closedQuestion(question, ending, now));
    if (ending === undefined && !isMoved) unseen.push({ ...question, state: 'open' });
    else left.push(id);
  }
  return { open: [...found, ...unseen], closed, left };
}

function openQuestion(
  { id, address, type, service, operation, cause, calls }: AskedQuestion,
  earlier: OpenQuestion | undefined,
  now: string,
): OpenQuestion {
  return {
    id,
    address,
    type,
    service,
    operation,
    cause,
    state: earlier === undefined ? 'new' : 'open',
    calls: calls.map(({ event }) => memoryNote(event)),
    firstSeen: earlier?.firstSeen ?? now,
  };
}

/** The ending if the log now shows what the calls changed, or that they are void. */
function answeredByLog(
  { calls }: OpenQuestion,
  events: ReadonlyMap<string, KeptEvent>,
  voided: ReadonlySet<string>,
): QuestionEnding | undefined {
  if (calls.every(({ event }) => voided.has(event))) {
    return { reason: 'translated', because: 'A later record corrects the one that reported it.' };
  }
  const known = calls.flatMap(({ event }) => events.get(event) ?? []);
  const [first] = known;
  const isKnown = ({ translation: { kind } }: KeptEvent): boolean =>
    kind !== 'unknown-operation' && kind !== 'invalid';
  if (first === undefined || known.length < calls.length || !known.every(isKnown)) return undefined;
  const because = `What ${displayText(first.operation, 80)} changes is known by now.`;
  return { reason: 'translated', because };
}

function closedQuestion(
  { id, address, service, operation, calls, firstSeen }: OpenQuestion,
  ending: QuestionEnding,
  now: string,
): ClosedQuestion {
  return { id, address, service, operation, calls, firstSeen, closedAt: now, ...ending };
}
