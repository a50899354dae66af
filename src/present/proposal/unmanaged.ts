import { capped, markdownCode } from './markdown.ts';
import type { Room, Subject } from './subject.ts';
import { markdownTime } from './who.ts';

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
