import { countOf } from '../../model/words.ts';
import { capped, folded, markdownCode, markdownTable } from './markdown.ts';
import type { Room, Subject } from './subject.ts';
import { markdownTime } from './who.ts';

/** The events of the log that the proposal is based on. */
export function evidenceSection({ evidence }: Subject, { events }: Room): readonly string[] {
  if (evidence.length === 0) return [];
  const { shown, rest } = capped(evidence, events, 'event');
  const hasSource = shown.some(({ source }) => source !== undefined);
  const lines = markdownTable(
    ['Time', 'Operation', 'By', ...(hasSource ? ['From'] : []), 'Event'],
    shown.map(({ time, operation, actor, source, event }) => [
      markdownTime(time),
      markdownCode(operation),
      markdownCode(actor.name),
      ...(hasSource ? [source === undefined ? '' : markdownCode(source)] : []),
      markdownCode(event),
    ]),
  );
  const title = `${countOf(evidence.length, 'event')} in the audit log`;
  return ['', '### Evidence', '', ...folded(title, [...lines, ...rest])];
}
