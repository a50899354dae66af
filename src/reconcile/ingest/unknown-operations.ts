import { groupBy } from '../../model/group.ts';
import type { UnknownOperation } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';

/** Operations in the log that the catalog does not know, most frequent first. */
export function unknownOperationsIn(events: Iterable<KeptEvent>): readonly UnknownOperation[] {
  const unknown = [...events].filter(({ translation }) => translation.kind === 'unknown-operation');
  const key = ({ cloud, service, operation }: KeptEvent): string =>
    `${cloud} ${service}:${operation}`;
  return [...groupBy(unknown, key)]
    .sort(([a, x], [b, y]) => y.length - x.length || compareText(a, b))
    .flatMap(([, calls]) => {
      const [first] = calls;
      if (first === undefined) return [];
      const { cloud, service, operation } = first;
      return [{ cloud, service, operation, count: calls.length }];
    });
}
