import type { Actor } from '../../model/actor.ts';
import { groupBy } from '../../model/group.ts';
import type { Beside } from '../../model/report.ts';
import { driftLabel } from '../../stages/drift/label.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { deployRunOf } from './code-behind.ts';

/**
 * Changes and deletions of unmanaged resources that belong to managed ones. Those by deployers of
 * this code are left to the trace, because a state that is newer than the log no longer has what
 * they deleted.
 */
export function besideManaged(
  { unmanaged }: Pick<NetDriftResult, 'unmanaged'>,
  actorOf: (event: string) => Actor | undefined,
  deployers: readonly string[],
): readonly Beside[] {
  // A call that does not tell which of two types it refers to is reported with both.
  const things = groupBy(unmanaged, ({ resource: { keys }, on, what, evidence }) =>
    JSON.stringify([keys, on, what, evidence]),
  );
  return [...things.values()].flatMap((alike): readonly Beside[] => {
    const [first] = alike;
    if (first?.on === undefined || first.what === 'made') return [];
    const { on, what, evidence, window } = first;
    const actors = evidence.flatMap((event) => actorOf(event) ?? []);
    if (actors.every((actor) => deployRunOf(actor, deployers)?.kind === 'own')) return [];
    const by = [...new Set(actors.map(({ name }) => name))].sort();
    const name = alike.map(({ resource }) => driftLabel(resource)).join(' or ');
    return [{ name, on, what, by, evidence, window }];
  });
}
