import { formatCount } from '../../model/words.ts';
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
  const title = `${formatCount(evidence.length, 'event')} in the audit log`;
  return ['', '### Evidence', '', ...folded(title, [...lines, ...rest])];
}

/**
 * Changes to unmanaged resources that belong to these resources. Merging leaves them as they are.
 */
export function unmanagedSection(
  { unmanaged }: Subject,
  { events }: Pick<Room, 'events'>,
): readonly string[] {
  if (unmanaged.length === 0) return [];
  const { shown, rest } = capped(unmanaged, events, 'change');
  return [
    '',
    '### Unmanaged changes on these resources',
    '',
    ...shown.map(({ name, on, what, by, window }) => {
      const who = by.map((one) => markdownCode(one, 100)).join(', ');
      return `- ${markdownCode(on)}: ${who} ${what} ${markdownCode(name, 160)}, ${markdownTime(window.to)}`;
    }),
    ...rest,
    '',
    'This proposal does not touch them.',
  ];
}
