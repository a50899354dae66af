import type { Actor } from '../../model/actor.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { contentId, driftId } from '../../model/id.ts';
import type { Intent, IntentPart, Purpose, Superseded, Want } from '../../model/intent.ts';
import { compareText } from '../../model/text.ts';
import {
  clauseSentence,
  clauseText,
  compareClauses,
  comparePurposes,
  type IntentClause,
  mergeClauses,
  type NamingRule,
} from './clause.ts';
import { type Fact, toFact } from './facts.ts';
import { actorKey } from './identity.ts';
import { azureAccessRules } from './rules/azure-access.ts';
import { contentRule } from './rules/content.ts';
import { gcpAccessRules } from './rules/gcp-access.ts';
import { genericRule } from './rules/generic.ts';
import { identityRules } from './rules/identity.ts';
import { kubernetesRules } from './rules/kubernetes.ts';
import { lifecycleRules } from './rules/lifecycle.ts';
import { networkRules } from './rules/network.ts';
import { quantityRules } from './rules/quantities.ts';
import { replacedRule } from './rules/replaced.ts';
import { scalingRules } from './rules/scaling.ts';
import { storageRules } from './rules/storage.ts';
import { switchRules } from './rules/switches.ts';
import { tagRule } from './rules/tags.ts';
import { type ActorSession, clusterSessions } from './sessions.ts';
import { type IntentPiece, splitSession } from './split.ts';
import { claimedTicket } from './ticket.ts';
import type { InferInput } from './types.ts';

/**
 * In order: a drift belongs to the first rule that describes it. Tags are read across resources.
 */
const rules: readonly NamingRule[] = [
  contentRule,
  ...kubernetesRules,
  ...networkRules,
  ...azureAccessRules,
  ...gcpAccessRules,
  ...storageRules,
  ...scalingRules,
  ...quantityRules,
  ...switchRules,
  ...identityRules,
  ...lifecycleRules,
  replacedRule,
  genericRule,
];

/**
 * Groups drifts into the intents behind them. A drift belongs to the actor who wrote its live value
 * and, as `overtaken`, to all who wrote an earlier value since it last matched the code;
 * `supersedes` names the actors of further events. Pure and independent of order. The id is made of
 * the actor, the drifts and the beginning of the session: the same change on another evening is
 * another intent, but further evidence for the same change keeps the id.
 */
export function inferIntents(input: InferInput): readonly Intent[] {
  return clusterSessions(input)
    .flatMap((session) => piecesOf(session, input))
    .map((piece) => intentOf(piece, input))
    .sort((a, b) => compareText(a.window.from, b.window.from) || compareText(a.id, b.id));
}

function piecesOf(session: ActorSession, input: InferInput): readonly IntentPiece[] {
  const { drifts, actor, events } = session;
  const clauses = namedClauses(drifts, actor, events, input).map(weighed);
  // Changes that one sentence describes stay together.
  const sentences = mergeClauses(clauses);
  return splitSession(session, sentences, input).map(({ session: own, clauses: ownClauses }) => {
    const facts = new Set(ownClauses.flatMap((one) => one.facts));
    return {
      session: own,
      clauses: clauses.filter((one) => one.facts.some((fact) => facts.has(fact))),
    };
  });
}

function intentOf({ session, clauses }: IntentPiece, input: InferInput): Intent {
  const { actor, drifts, overtaken, events } = session;
  const merged = mergeClauses(clauses);
  const [decisive] = merged.toSorted((a, b) => comparePurposes(a.purpose, b.purpose));
  const ticket = claimedTicket(events);
  const ids = drifts.map(({ id }) => id);
  const own = new Set(events.map(({ id }) => id));
  const supersedes = drifts.flatMap((drift) => supersededBy(own, drift, input));
  const from = events[0]?.time ?? '';
  return {
    id: contentId('i', { actor: actorKey(actor), drifts: idsAsLeft(session), since: from }),
    actor,
    summary: clauseSentence(merged),
    purpose: decisive?.purpose ?? 'change',
    confidence: Math.min(...clauses.map(({ confidence }) => confidence)),
    rule: decisive?.rule ?? 'generic',
    drifts: ids,
    wants: drifts.map((drift) => ({ drift: drift.id, want: wantOf(drift) })),
    window: { from, to: events.at(-1)?.time ?? from },
    ...(ticket === undefined ? {} : { ticket }),
    parts: mergeParts(clauses),
    ...(supersedes.length === 0 ? {} : { supersedes }),
    ...(overtaken.length === 0 ? {} : { overtaken }),
  };
}

/**
 * The ids of the drifts as this actor left them, so that a later actor does not change the intent's
 * id.
 */
function idsAsLeft({ drifts, overtaken }: ActorSession): readonly string[] {
  const replaced = new Set(overtaken.map(({ drift }) => drift));
  return drifts.map((drift) => (replaced.has(drift.id) ? driftId(drift) : drift.id)).sort();
}

/** The rules' clauses for drifts that one actor made with these events. */
export function namedClauses(
  drifts: readonly Drift[],
  actor: Actor | undefined,
  events: ActorSession['events'],
  { severity, known }: Pick<InferInput, 'severity' | 'known'> = {},
): readonly IntentClause[] {
  const ticket = claimedTicket(events);
  return clausesOf(drifts.map((drift) => toFact(drift, severity?.(drift), known))).map((one) =>
    actor === undefined ? one : adjust(one, actor, ticket),
  );
}

/** Puts every drift into exactly one clause. */
function clausesOf(facts: readonly Fact[]): readonly IntentClause[] {
  const clauses: IntentClause[] = [];
  const seen = new Set<Fact>();
  const read = (rule: NamingRule, group: readonly Fact[]): void => {
    const isAnyRead = group.some((fact) => seen.has(fact));
    const open = isAnyRead ? group.filter((fact) => !seen.has(fact)) : group;
    if (open.length === 0 || rule.types?.includes(open[0]?.type ?? '') === false) return;
    for (const one of rule.read(open)) {
      if (one.facts.some((fact) => seen.has(fact))) continue;
      for (const fact of one.facts) seen.add(fact);
      clauses.push({ ...one, rule: rule.id });
    }
  };
  read(tagRule, facts);
  for (const group of groupBy(facts, ({ drift }) => drift.address).values()) {
    for (const rule of rules) {
      if (group.every((fact) => seen.has(fact))) break;
      read(rule, group);
    }
  }
  return clauses;
}

function weighed(clause: IntentClause): IntentClause {
  return { ...clause, severity: Math.max(...clause.facts.map(({ severity }) => severity)) };
}

/** The purpose of a clause also depends on the actor, unless security is concerned. */
function adjust(clause: IntentClause, actor: Actor, ticket: string | undefined): IntentClause {
  return { ...clause, purpose: purposeFor(clause, actor, ticket) };
}

function purposeFor(
  { purpose, facts }: IntentClause,
  actor: Actor,
  ticket: string | undefined,
): Purpose {
  const open: readonly Purpose[] = ['change', 'maintenance', 'scaling'];
  if (!open.includes(purpose)) return purpose;
  if (actor.class === 'cost' && !facts.some(isRaised)) return 'cost-saving';
  if (purpose !== 'change') return purpose;
  if (actor.class === 'pipeline') return 'deployment';
  if (actor.class === 'provider') return 'maintenance';
  const incident = ticket?.startsWith('INC') === true;
  return actor.class === 'human' && incident ? 'hotfix' : purpose;
}

function isRaised({ declared, live }: Fact): boolean {
  const [from, to] = [numberIn(declared), numberIn(live)];
  return from !== undefined && to !== undefined && to > from;
}

/** The numeric value, also of a text, since many types have durations and sizes as texts. */
function numberIn(value: Fact['live']): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function mergeParts(clauses: readonly IntentClause[]): readonly IntentPart[] {
  return clauses
    .map((one) => ({ one, text: clauseText(one), drifts: idsIn(one) }))
    .toSorted((a, b) => compareClauses(a, b) || compareText(a.drifts[0] ?? '', b.drifts[0] ?? ''))
    .map(({ one, text, drifts }) => ({
      drifts,
      summary: text,
      ...subjectOf(one),
      purpose: one.purpose,
      confidence: one.confidence,
      rule: one.rule,
      together: one.together,
    }));
}

function subjectOf({ noun, names }: IntentClause): Pick<IntentPart, 'subject'> {
  const [name] = names;
  return noun === '' || name === undefined || names.length > 1 ? {} : { subject: { noun, name } };
}

function idsIn({ facts }: IntentClause): readonly string[] {
  return facts.map(({ drift }) => drift.id).sort();
}

function wantOf({ path, live, creation }: Drift): Want {
  if (creation !== undefined) return { kind: 'present' };
  switch (live.kind) {
    case 'value':
      return typeof path.at(-1) === 'object' || path.length === 0
        ? { kind: 'present' }
        : { kind: 'eq', value: live.value };
    case 'absent':
      return { kind: 'absent' };
    case 'redacted':
    case 'unknown':
      return { kind: 'present' };
  }
}

/**
 * Earlier writers of the same value, one entry for each actor, in order of their first event: other
 * actors, and the same actor in earlier sessions.
 */
function supersededBy(
  own: ReadonlySet<string>,
  drift: Drift,
  input: InferInput,
): readonly Superseded[] {
  const earlier = drift.evidence
    .flatMap((id) => input.event(id) ?? [])
    .filter(({ id }) => !own.has(id));
  return [...groupBy(earlier, (event) => actorKey(event.actor)).values()].flatMap((events) => {
    const [first] = events;
    if (first === undefined) return [];
    return [{ drift: drift.id, actor: first.actor, events: events.map(({ id }) => id) }];
  });
}
