import { isAtOrBelow } from '../../model/address.ts';
import type { Drift } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import type { Report } from '../../model/report.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';

/** The requested part of a report: drifts by intent. */
export type RequestedDrifts = ReadonlyMap<string, ReadonlySet<string>>;

/** The drifts of an intent that belonged to an intent with another id when that was answered. */
export type AnsweredAs = (name: string, intent: Intent) => readonly string[];

/**
 * The intents, drifts and addresses that were requested, including drifts that can only be handled
 * together with them. An intent that was answered is found by the id that it had then. Fails for
 * the first name that matches nothing.
 */
export function findRequestedDrifts(
  only: readonly string[],
  intents: readonly Intent[],
  drifts: readonly Drift[],
  answeredAs: AnsweredAs = () => [],
): Result<RequestedDrifts> {
  const scope = new Map<string, Set<string>>();
  const addresses = new Map(drifts.map(({ id, address }) => [id, address]));
  for (const name of only) {
    const meantIn = (drifts: (intent: Intent) => readonly string[]) =>
      intents.flatMap((intent) => {
        const meant = intent.id === name ? intent.drifts : withBound(intent, drifts(intent));
        return meant.length === 0 ? [] : [[intent.id, meant] as const];
      });
    const named = meantIn((intent) => matchingDrifts(intent, name, addresses));
    const found = named.length > 0 ? named : meantIn((intent) => answeredAs(name, intent));
    if (found.length === 0) return fail(unknown(name, intents));
    for (const [intent, meant] of found) {
      scope.set(intent, new Set([...(scope.get(intent) ?? []), ...meant]));
    }
  }
  return ok(scope);
}

function matchingDrifts(
  { drifts }: Intent,
  name: string,
  addresses: ReadonlyMap<string, string>,
): readonly string[] {
  return drifts.filter((id) => id === name || isAtOrBelow(addresses.get(id) ?? '', name));
}

function withBound({ parts = [] }: Intent, named: readonly string[]): readonly string[] {
  const bound = parts.filter(
    (part) => part.together && part.drifts.some((id) => named.includes(id)),
  );
  return [...new Set([...named, ...bound.flatMap((part) => part.drifts)])];
}

/** The report reduced to what was requested. */
export function reportOfScope(report: Report, scope: RequestedDrifts): Report {
  const asked = new Set([...scope.values()].flatMap((drifts) => [...drifts]));
  const drifts = report.drifts.filter(({ id }) => asked.has(id));
  const places = new Set(drifts.map(({ address }) => address));
  const {
    ignored: _,
    pending: __,
    unknownOperations: ___,
    openQuestions = [],
    closedQuestions: ____,
    ...rest
  } = report;
  const questions = openQuestions.filter(({ address }) => places.has(address));
  return {
    ...rest,
    only: { intents: [...scope.keys()].sort(), leftOut: report.intents.length - scope.size },
    openDrifts: (report.openDrifts ?? []).filter(({ id }) => asked.has(id)),
    closedDrifts: [],
    ...(questions.length === 0 ? {} : { openQuestions: questions }),
    drifts,
    intents: report.intents.filter(({ id }) => scope.has(id)),
    decisions: report.decisions.filter(({ intent, drift }) => scope.get(intent)?.has(drift)),
    patches: report.patches.filter(({ intent }) => scope.has(intent)),
    unresolved: report.unresolved.filter(({ intent, address }) =>
      intent === undefined ? places.has(address ?? '') : scope.has(intent),
    ),
    reverted: [],
    contentions: (report.contentions ?? []).filter(({ address }) => places.has(address)),
  };
}

const maxNamed = 10;

function unknown(name: string, intents: readonly Intent[]): Problem {
  const known = intents.slice(0, maxNamed).map(({ id }) => id);
  const more = intents.length - known.length;
  return {
    code: 'only-unknown',
    message: `This run found no intent, drift or address ${displayText(name, 120)}.`,
    hint:
      known.length === 0
        ? 'It found no intents.'
        : `Its intents are ${known.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  };
}
