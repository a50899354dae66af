import { capped, code, count, folded, table } from './markdown.ts';
import type { Room, Subject } from './subject.ts';
import { clock } from './who.ts';

/** The events of the log that it rests on. */
export function evidenceSection({ evidence }: Subject, { events }: Room): readonly string[] {
  if (evidence.length === 0) return [];
  const { shown, rest } = capped(evidence, events, 'event');
  const hasSource = shown.some(({ source }) => source !== undefined);
  const lines = table(
    ['Time', 'Operation', 'By', ...(hasSource ? ['From'] : []), 'Event'],
    shown.map(({ time, operation, actor, source, event }) => [
      clock(time),
      code(operation),
      code(actor.name),
      ...(hasSource ? [source === undefined ? '' : code(source)] : []),
      code(event),
    ]),
  );
  const title = `${count(evidence.length, 'event')} of the log behind it`;
  return ['', '### Evidence', '', ...folded(title, [...lines, ...rest])];
}
