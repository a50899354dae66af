import type { StateIndex } from '../../code/terraform/state/types.ts';
import type { Actor } from '../../model/actor.ts';
import type { Drift } from '../../model/drift.ts';
import type { Ignored } from '../../model/report.ts';
import { formatPlace, ok, type Result } from '../../model/result.ts';
import type { SourceTree } from '../../model/source-tree.ts';
import type { EventOutcome, NetDriftResult } from '../../stages/drift/types.ts';
import { ignoringRule } from '../../stages/ignore/match.ts';
import { ignoreFiles, parseIgnore } from '../../stages/ignore/parse.ts';
import type { IgnoreRule, IgnoreSubject } from '../../stages/ignore/types.ts';

/** The rules of the ignore files in the project's root, in order of precedence. */
export function readIgnoreRules(tree: SourceTree): Result<readonly IgnoreRule[]> {
  const rules: IgnoreRule[] = [];
  for (const file of ignoreFiles) {
    const read = parseIgnore(file, tree.get(file) ?? '');
    if (!read.ok) return read;
    rules.push(...read.value);
  }
  return ok(rules);
}

export interface LeftOut {
  readonly net: NetDriftResult;
  readonly ignored: readonly Ignored[];
}

/**
 * Removes the drifts that an ignore rule excludes, and those that belong to a resource that is not
 * adopted because of a rule. They remain in the report under a separate heading, and in the trace.
 */
export function applyIgnoreRules(
  net: NetDriftResult,
  rules: readonly IgnoreRule[],
  index: StateIndex,
  actorOf: (event: string) => Actor | undefined,
): LeftOut {
  if (rules.length === 0) return { net, ignored: [] };
  const ruleOf = new Map<Drift, string>();
  for (const drift of net.drifts) {
    const rule = ignoringRule(rules, createIgnoreSubject(drift, index, actorOf));
    if (rule !== undefined) ruleOf.set(drift, formatPlace(rule.place));
  }
  for (let more = orphans(net.drifts, ruleOf); more.size > 0; more = orphans(net.drifts, ruleOf)) {
    for (const [drift, rule] of more) ruleOf.set(drift, rule);
  }
  const drifts = net.drifts.filter((drift) => !ruleOf.has(drift));
  const ignored = net.drifts.flatMap((drift) => {
    const rule = ruleOf.get(drift);
    const { address, path, evidence } = drift;
    return rule === undefined ? [] : [{ address, path, evidence, rule }];
  });
  return { net: { ...net, drifts, perEvent: withoutIgnored(net, drifts, ignored) }, ignored };
}

/** Created resources whose parent is excluded, with the parent's rule. */
function orphans(
  drifts: readonly Drift[],
  ruleOf: ReadonlyMap<Drift, string>,
): ReadonlyMap<Drift, string> {
  const parents = new Map(
    [...ruleOf].flatMap(([{ address, creation }, rule]) => (creation ? [[address, rule]] : [])),
  );
  return new Map(
    drifts.flatMap((drift) => {
      const rule = ruleOf.has(drift) ? undefined : parents.get(drift.creation?.parent ?? '');
      return rule === undefined ? [] : [[drift, rule] as const];
    }),
  );
}

/** A finding in the form that the conditions of ignore rules are checked against. */
export function createIgnoreSubject(
  {
    address,
    type,
    path,
    creation,
    evidence,
  }: Pick<Drift, 'address' | 'type' | 'path' | 'creation' | 'evidence'>,
  index: StateIndex,
  actorOf: (event: string) => Actor | undefined,
): IgnoreSubject {
  const known = index.get(address);
  const id = known?.attribute('id') ?? known?.attribute('arn');
  const arn = known?.attribute('arn');
  const ids = [creation?.importId, id, arn].filter((one) => typeof one === 'string');
  const actors = evidence.map(actorOf);
  const trusted = actors.every((actor) => actor?.evidence === 'trusted');
  return {
    address,
    type,
    path,
    ids,
    actors: trusted
      ? actors.flatMap((actor) => (actor ? [[actor.principal, actor.signature]] : []))
      : undefined,
  };
}

/** Updates the outcomes of events whose drifts at an address are all excluded. */
function withoutIgnored(
  net: NetDriftResult,
  left: readonly Drift[],
  ignored: readonly Ignored[],
): NetDriftResult['perEvent'] {
  const stillThere = new Set(left.flatMap(({ address, evidence }) => keys(address, evidence)));
  const rules = new Map<string, string>();
  for (const { address, evidence, rule } of ignored) {
    for (const key of keys(address, evidence)) rules.set(key, rule);
  }
  const relabel = (event: string, outcome: EventOutcome): EventOutcome => {
    const key = keyOf(outcome.address ?? '', event);
    const rule = stillThere.has(key) ? undefined : rules.get(key);
    if (rule === undefined || !['drift', 'redacted'].includes(outcome.disposition)) return outcome;
    return { ...outcome, disposition: 'ignored', because: `${rule} leaves it out` };
  };
  return new Map(
    [...net.perEvent].map(([event, outcomes]) => [
      event,
      outcomes.map((outcome) => relabel(event, outcome)),
    ]),
  );
}

function keys(address: string, events: readonly string[]): readonly string[] {
  return events.map((event) => keyOf(address, event));
}

function keyOf(address: string, event: string): string {
  return `${address}\n${event}`;
}
