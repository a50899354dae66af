import type { Harm, Severity } from '../../../../model/harm.ts';
import type { Json } from '../../../../model/json.ts';
import { displayText } from '../../../../model/text.ts';
import { upperFirst } from '../../../../model/words.ts';
import type { GrantDifference } from '../document/difference.ts';
import {
  describeConditions,
  type Gain,
  grantGains,
  liftedDenials,
  type Undenial,
} from '../document/gains.ts';
import type { Grant } from '../types.ts';
import type { DocumentKind } from './documents.ts';
import { grantedPowers, isEveryAction, type Power } from './identity.ts';
import { assessNarrowing } from './narrowing.ts';
import { accessPhrase, listedPhrases } from './phrases.ts';
import { classifyAction } from './sensitive.ts';
import { lessBy, severityFor, type Who, whoIs, worseGrant } from './who.ts';

/** What the judgment of a document uses in addition to the document. */
export interface DocumentContext {
  readonly kind: DocumentKind;
  readonly field: string;
  /** Account ids that are known to be the user's own. */
  readonly own: readonly string[];
  /** Lower-case action -> the action as written. */
  readonly spelling: ReadonlyMap<string, string>;
}

type Direction = Harm['direction'];

/** The grants in one direction of a difference. */
export function documentGrants(
  { statements }: GrantDifference,
  cells: GrantDifference['gained'],
): readonly Grant[] {
  return grantGains(statements, cells).map((gain) => ({
    principals: gain.principals,
    actions: gain.actions,
    resources: gain.resources,
    conditions: [
      ...describeConditions(gain.statement),
      ...gain.also,
      ...gain.limits.map(({ text }) => text),
    ].sort(),
  }));
}

/** The harms of the grants in one direction of a difference. */
export function grantHarms(
  { statements, gained, lost }: GrantDifference,
  direction: Direction,
  context: DocumentContext,
): readonly Harm[] {
  const all = grantGains(statements, direction === 'weakens' ? gained : lost);
  // A removed denial that did not limit who has access, such as one that required TLS, admits no
  // one new.
  const gains = all.filter(
    ({ also, lifted }) => also.length === 0 || assessNarrowing(lifted).level !== 'none',
  );
  return gains.flatMap((gain) => {
    const harms = gainHarms(gain, direction, context);
    // What a denial prevented is reported with the denial, unless it is worse than the denial's
    // removal.
    const least = gain.origin === 'freed' ? context.kind.denial : 0;
    return harms.filter(({ severity }) => severity > least);
  });
}

/** The harms of the denials in one direction of a difference. */
export function denialHarms(
  difference: GrantDifference,
  direction: Direction,
  context: DocumentContext,
): readonly Harm[] {
  const cells = direction === 'weakens' ? difference.gained : difference.lost;
  return liftedDenials(difference, cells).map((one) => undenialHarm(one, direction, context));
}

function gainHarms(gain: Gain, direction: Direction, context: DocumentContext): readonly Harm[] {
  if (context.kind.about === 'identity' || context.kind.about === 'filter') {
    const [worst, ...rest] = grantedPowers(gain);
    const worstPowers = [worst, ...rest.filter(({ severity }) => severity >= 4)].slice(0, 3);
    return worstPowers.flatMap((power) =>
      power ? [powerHarm(gain, power, direction, context)] : [],
    );
  }
  return gain.principals.map((term) => accessHarm(gain, term, direction, context));
}

function powerHarm(gain: Gain, power: Power, direction: Direction, context: DocumentContext): Harm {
  const { kind, field, spelling } = context;
  const bare = kind.about === 'filter' && worseGrant(power.severity, kind.open) === power.severity;
  const capped = bare ? kind.open : power.severity;
  const narrow = gain.origin === 'new' && isNarrowed(gain);
  const severity = adjusted(gain, narrow ? lessBy(capped, 1) : capped);
  const actions = listedPhrases(power.actions.map((one) => spelling.get(one) ?? one));
  const shown = `${actions} on ${listedPhrases(gain.resources)}`;
  const follows = power.consequence === undefined ? '' : `, ${power.consequence}`;
  const doing = power.text === undefined ? `call ${shown}` : `${power.text} (${shown})`;
  const may = `${upperFirst(kind.noun)} ${mayText(direction)} ${doing}`;
  const because = `${may}${follows}${originText(gain, direction)}`;
  return { dimension: kind.dimension, severity, direction, because, field };
}

function isNarrowed({ statement, limits }: Gain): boolean {
  const clauses = [...statement.clauses, ...limits];
  if (clauses.length === 0) return false;
  if (assessNarrowing(clauses).level !== 'none') return true;
  return clauses.some(
    ({ key, values, ifExists }) =>
      (key === 'aws:multifactorauthpresent' && values.includes('true') && !ifExists) ||
      (key === 'iam:passedtoservice' && values.every((one) => !one.startsWith('*'))) ||
      key.startsWith('aws:resourcetag/') ||
      key === 'iam:permissionsboundary',
  );
}

/** Removed conditions were a control of their own, so the severity is at least 3. */
function adjusted({ origin }: Gain, severity: Severity): Severity {
  return origin === 'widened' ? worseGrant(severity, 3) : severity;
}

function accessHarm(
  gain: Gain,
  term: string,
  direction: Direction,
  { kind, field, own, spelling }: DocumentContext,
): Harm {
  const who = whoIs(term, [...gain.statement.clauses, ...gain.limits], own);
  const assumes = kind.about === 'trust' && gain.actions.some(isAssuming);
  const usage = assumes ? 'assume' : worstUsage(gain.actions);
  const plain = severityFor(who.kind, usage, kind.open);
  const severity =
    who.kind === 'own' && gain.origin === 'new'
      ? ownSeverity(plain, term, gain)
      : adjusted(gain, plain);
  const shown = gain.actions.map((one) => spelling.get(one) ?? one);
  const use = assumes ? `assume ${kind.noun}` : accessPhrase(gain.actions, kind.noun, shown);
  const because = `${who.text} ${mayText(direction)} ${use}${originText(gain, direction)}`;
  const harm: Harm = { dimension: 'security', severity, direction, because, field };
  return isUncertain(who) ? { ...harm, doubt: 'cannot-tell' } : harm;
}

/**
 * Trust policies also allow naming or tagging sessions, which is useless without assuming the role.
 */
function isAssuming(action: string): boolean {
  return isEveryAction(action) || /^sts:(?:\*|assume)/.test(action);
}

function isUncertain({ kind }: Who): boolean {
  return kind === 'unknown';
}

/**
 * An account's access to its own resources matters less, unless a condition on the source limits it
 * to something in the account.
 */
function ownSeverity(severity: Severity, term: string, { statement }: Gain): Severity {
  const bySource = statement.clauses.some(({ key }) => key.startsWith('aws:source'));
  const whole = term.endsWith(':root') || (term === '*' && !bySource);
  return whole ? lessBy(severity, 1) : severity;
}

function worstUsage(actions: readonly string[]): ReturnType<typeof classifyAction> {
  const kinds = new Set(actions.map(classifyAction));
  return (['admin', 'write', 'read', 'list'] as const).find((one) => kinds.has(one)) ?? 'write';
}

function undenialHarm(
  { statement, actions, resources, allowed }: Undenial,
  direction: Direction,
  { kind, field, spelling }: DocumentContext,
): Harm {
  const what = listedPhrases(
    actions.map((one) => (isEveryAction(one) ? 'any action' : (spelling.get(one) ?? one))),
  );
  const verb = actions.length > 1 ? 'are' : 'is';
  const conditions = describeConditions(statement);
  const where =
    conditions.length === 0 ? '' : ` with ${displayText(conditions.join(' and '), 160)}`;
  const ending = direction === 'weakens' ? 'no longer denied' : 'now denied';
  const also = allowed && direction === 'weakens' ? ', and so allowed' : '';
  const because = `${what} on ${listedPhrases(resources)} ${verb} ${ending}${where}${also}`;
  return { dimension: kind.dimension, severity: kind.denial, direction, because, field };
}

function originText({ origin }: Gain, direction: Direction): string {
  if (origin === 'new') return '';
  const weakens = direction === 'weakens';
  if (origin === 'freed') return weakens ? ', which was denied before' : ', which is denied now';
  return weakens
    ? ', under fewer conditions than before'
    : ', unless more conditions hold than before';
}

function mayText(direction: Direction): string {
  return direction === 'weakens' ? 'may now' : 'may no longer';
}

/** Lower-case action -> the action as it is written in the documents. */
export function spellingsIn(
  ...documents: readonly (Json | undefined)[]
): ReadonlyMap<string, string> {
  const text = documents.map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one ?? null),
  );
  const found = text.join(' ').matchAll(/"([a-zA-Z0-9-]+:[a-zA-Z0-9*?]+)"/g);
  // Capitals are sorted last, so that they win: readers expect them in actions.
  const names = [...found]
    .map(([, name = '']) => name)
    .sort()
    .reverse();
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}
