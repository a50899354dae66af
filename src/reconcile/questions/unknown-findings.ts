import type { Unresolved } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import { secondText } from '../../model/time-text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { Touched } from '../../ports/store/named-resources.ts';
import type { AskedQuestion } from './asked.ts';

/** What a run knows about questions in addition to the calls. */
export interface QuestionFacts {
  /** ISO 8601 UTC: since when an earlier run's question is open. */
  readonly since: (question: string) => string | undefined;
  /** True if reading the record again would now translate it. */
  readonly knows: (service: string, operation: string) => boolean;
  /** True if questions are stored, so that a person can dismiss them. */
  readonly remembers: boolean;
}

const look = 'See what changed with `terraform plan -refresh-only`.';

/**
 * Findings on calls that changed managed resources in an unknown way: one for each resource and
 * operation, and one for resources that a call names beyond those listed.
 */
export function unknownCalls(
  open: readonly AskedQuestion[],
  facts: QuestionFacts,
): readonly Unresolved[] {
  const unknown = open.filter(({ cause }) => cause === 'unknown-operation');
  const events = new Map(
    unknown.flatMap(({ calls }) => calls.map(({ event }) => [event.id, event] as const)),
  );
  const beyond = [...events.values()].flatMap((event) => {
    const { touched = [], more = 0 } = event.unknown ?? {};
    return more > 0 ? [unlisted(event, touched.length, more)] : [];
  });
  return [
    ...unknown.flatMap((asked) => unresolvedCall(asked, facts)),
    ...beyond.sort((a, b) => compareText(a.event ?? '', b.event ?? '')),
  ];
}

function unresolvedCall(asked: AskedQuestion, facts: QuestionFacts): readonly Unresolved[] {
  const { id, address, service, operation, calls } = asked;
  const last = calls.at(-1);
  if (last === undefined) return [];
  const { event, touched } = last;
  const times = calls.length === 1 ? '' : `, ${calls.length} times`;
  const sure = calls.some((call) => call.touched.doubt === undefined);
  const called = `${event.actor.name} called ${operation} (${service}) ${howNamed(sure ? undefined : touched.doubt)}${times}`;
  const since = facts.since(id);
  const reason =
    since === undefined
      ? `${called}; the catalog does not know what that changes.`
      : `Open question since ${secondText(since)}: ${called}; what it changed is not known.`;
  return [
    {
      code: 'unknown-operation',
      reason,
      suggestion: suggestionFor(asked, facts),
      address,
      event: event.id,
      place: event.place,
    },
  ];
}

function suggestionFor(
  { id, service, operation, calls }: AskedQuestion,
  { knows, remembers }: QuestionFacts,
): string {
  const isGone = calls.every(({ event }) => event.unknown?.event === undefined);
  const again =
    isGone && knows(service, operation)
      ? ' This version knows the call: run again over the records of that time.'
      : '';
  const close = remembers
    ? ` A read-back (\`--verify plan\`) answers it; \`parley answer ${id} dismiss --because TEXT\` says that it does not matter.`
    : '';
  return `${look}${again}${close}`;
}

function howNamed(doubt: Touched['doubt']): string {
  if (doubt === undefined) return 'on it';
  if (doubt === 'word') return 'with a word that is its name but may mean something else';
  return `with a name that ${doubt} managed resources have, and it is one of them`;
}

function unlisted(
  { id, service, operation, actor, place }: KeptEvent,
  listed: number,
  more: number,
): Unresolved {
  return {
    code: 'unknown-operation',
    reason: `${actor.name} called ${operation} (${service}) on ${more} more managed resources than the ${listed} that are listed; the catalog does not know what that changes.`,
    suggestion: look,
    event: id,
    place,
  };
}
