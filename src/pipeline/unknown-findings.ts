import { compareInstants } from '../model/instant.ts';
import type { Unresolved } from '../model/report.ts';
import type { KeptEvent } from './kept-event.ts';
import type { Touched } from './unknown-call.ts';

interface Call {
  readonly event: KeptEvent;
  readonly touched: Touched;
}

const suggestion = 'See what changed with `terraform plan -refresh-only`.';

/**
 * Calls that changed managed resources in a way that nobody could tell: one finding for each
 * resource and operation, and one for those that a call names beyond what is listed.
 */
export function unknownCalls(events: Iterable<KeptEvent>): readonly Unresolved[] {
  const groups = new Map<string, Call[]>();
  const beyond: Unresolved[] = [];
  for (const event of events) {
    const { unknown, translation, service, operation } = event;
    if (unknown === undefined || translation.kind !== 'unknown-operation') continue;
    for (const touched of unknown.touched) {
      const key = `${touched.address} ${service}:${operation}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ event, touched }]);
      else group.push({ event, touched });
    }
    if (unknown.more > 0) beyond.push(unlisted(event, unknown.touched.length, unknown.more));
  }
  const listed = [...groups]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([, group]) => {
      const [last] = [...group].sort(
        ({ event: a }, { event: b }) => compareInstants(b.time, a.time) || compare(b.id, a.id),
      );
      return last === undefined ? [] : [unresolvedCall(last, group)];
    });
  return [...listed, ...beyond.sort((a, b) => compare(a.event ?? '', b.event ?? ''))];
}

function unresolvedCall({ event, touched }: Call, group: readonly Call[]): Unresolved {
  const { id, service, operation, actor, place } = event;
  const times = group.length === 1 ? '' : `, ${group.length} times`;
  const sure = group.some((call) => call.touched.doubt === undefined);
  return {
    code: 'unknown-operation',
    reason: `${actor.name} called ${operation} (${service}) ${howNamed(sure ? undefined : touched.doubt)}${times}; the catalog does not know what that changes.`,
    suggestion,
    address: touched.address,
    event: id,
    place,
  };
}

function howNamed(doubt: Touched['doubt']): string {
  if (doubt === undefined) return 'on it';
  if (doubt === 'word') return 'with a word that is its name, and may mean something else';
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
    suggestion,
    event: id,
    place,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
