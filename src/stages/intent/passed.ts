import type { Actor } from '../../model/actor.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import { compareReverted, passedSentence } from '../../model/passed.ts';
import type { Reverted } from '../../model/reverted.ts';
import { clauseText, comparePurposes, type IntentClause } from './clause.ts';
import { clausesByEntry, glimpseKey } from './glimpses.ts';
import { actorKey } from './identity.ts';
import { namedClauses } from './infer.ts';
import type { EvidenceEvent } from './types.ts';
import type { KnownResources } from './whole.ts';

export interface PassedInput {
  readonly reverted: readonly Reverted[];
  /**
   * What still drifts. If a value was replaced by another drifted one, the last value is reported
   * there.
   */
  readonly drifts: readonly Drift[];
  event(id: string): EvidenceEvent | undefined;
  readonly known?: KnownResources | undefined;
}

/**
 * Adds to changes that did not last who made and ended them, for what purpose, and for how long.
 * The rules that name intents read each value as if it were still live. Intermediate changes of a
 * deployment are left out, and so is a value that its own author replaced with one that is
 * reported. Weakenings first, then newest first. Pure and independent of order.
 */
export function findReverted(input: PassedInput): readonly Reverted[] {
  const clauses = clausesByEntry(input.reverted, input);
  const live = liveWeakenings(input);
  return input.reverted
    .map((entry, i) => withClauses(entry, clauses.get(i) ?? [], input))
    .filter((entry) => !isStepOfDeployment(entry) && !isOwnStep(entry, input, live))
    .sort(compareReverted);
}

function withClauses(
  entry: Reverted,
  clauses: readonly IntentClause[],
  { event }: PassedInput,
): Reverted {
  const by = (entry.changes ?? []).flatMap((id) => event(id)?.actor ?? []);
  const changedBy = [...groupBy(by, actorKey).values()].flatMap(([first]) => first ?? []);
  const endedBy = entry.ended === undefined ? undefined : event(entry.ended)?.actor;
  const [clause] = [...clauses].sort((a, b) => comparePurposes(a.purpose, b.purpose));
  const who = { ...entry, changedBy, ...(endedBy === undefined ? {} : { endedBy }) };
  if (clause === undefined) return who;
  const { purpose } = clause;
  const alike = clauses.filter((one) => one.purpose === purpose);
  const whole = { ...who, ...lengthOf(entry, alike), purpose, summary: clauseText(clause) };
  return { ...whole, sentence: passedSentence(whole, whole.summary) };
}

/** How long and how often the field had one of the values in these clauses. */
function lengthOf(
  { writes = [], changes = [], window, durationMs }: Reverted,
  clauses: readonly IntentClause[],
): Pick<Reverted, 'durationMs' | 'times'> {
  if (durationMs === undefined) return {};
  const values = new Set(
    clauses.flatMap(({ facts }) => facts.map(({ drift }) => glimpseKey(drift.live))),
  );
  const own = new Set(changes);
  const is = writes.map(({ event, value }) => own.has(event) && values.has(glimpseKey(value)));
  const lengths = writes.map(({ time }, i) =>
    is[i] === true ? Date.parse(writes[i + 1]?.time ?? window.to) - Date.parse(time) : 0,
  );
  return {
    durationMs: lengths.reduce((sum, length) => sum + length, 0),
    times: is.filter((one, i) => one && is[i - 1] !== true).length,
  };
}

/**
 * True for changes made only by deployments of the code that the code later undid or took over: the
 * code at that time said so.
 */
function isStepOfDeployment({ ending, changedBy = [] }: Reverted): boolean {
  if (ending !== 'in-code' && ending !== 'deleted' && ending !== 'undeclared') return false;
  return changedBy.length > 0 && changedBy.every(isDeployment);
}

/** A caller that only claims to be Terraform is not believed. */
function isDeployment(actor: Actor): boolean {
  return actor.class === 'iac' && actor.evidence === 'trusted';
}

function isOwnStep(entry: Reverted, { event, drifts }: PassedInput, live: ReadonlySet<string>) {
  if (entry.ending !== 'overwritten') return false;
  if (entry.purpose === 'weakening' && !live.has(placeOf(entry))) return false;
  const drift = drifts.find((one) => placeOf(one) === placeOf(entry));
  const last = drift?.writes?.at(-1)?.event;
  const actor = last === undefined ? undefined : event(last)?.actor;
  return (entry.changedBy ?? []).every(
    (each) => actor !== undefined && actorKey(each) === actorKey(actor),
  );
}

/** Places whose live value is weaker than the declared one, which is reported as a drift. */
function liveWeakenings({ reverted, drifts, event }: PassedInput): ReadonlySet<string> {
  const open = new Set(
    reverted.filter(({ ending }) => ending === 'overwritten').map((one) => placeOf(one)),
  );
  const own = drifts.filter((drift) => open.has(placeOf(drift)));
  const weak = own.filter((drift) => {
    const last = event(drift.writes?.at(-1)?.event ?? '');
    const [clause] = namedClauses([drift], last?.actor, last === undefined ? [] : [last]);
    return clause?.purpose === 'weakening';
  });
  return new Set(weak.map(placeOf));
}

function placeOf({ address, path }: Pick<Drift, 'address' | 'path'>): string {
  return canonicalJson([address, path] as unknown as Json);
}
