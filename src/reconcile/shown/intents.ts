import type { Decision } from '../../model/decision.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { Harm } from '../../model/harm.ts';
import type { Intent } from '../../model/intent.ts';
import type { Json } from '../../model/json.ts';
import { replacedValue } from '../../model/parties.ts';
import { formatPath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { compareText, cutText } from '../../model/text.ts';
import type { ChangedField, ShownCard, ShownDetail, ShownRun } from '../../ports/store/shown.ts';
import { intentSummary } from '../../stages/intent/summary.ts';
import { driftDigest } from '../report/digest.ts';

/** An intent of a report, in the form for lists and for its own page. */
export interface ReportedIntent {
  readonly card: ShownCard;
  readonly detail: ShownDetail;
  /** True if a person has to decide something. */
  readonly asks: boolean;
  /** The text that a search looks at, in lower case. */
  readonly text: string;
  readonly dimensions: readonly string[];
}

/** Maximum number of fields on a card. */
const maxChanges = 3;
/** Maximum number of characters of one name in a search text. */
const longestName = 500;
/** Maximum number of characters of one side of a change, as JSON. */
const longestSide = 300;
/** Maximum number of characters of a search text. */
const longestText = 2000;

/** The intents of a report that have decisions. */
export function reportedIntents(
  stack: string,
  report: Report,
  diffs: ShownRun['diffs'] = [],
): readonly ReportedIntent[] {
  const decisions = groupBy(report.decisions, ({ intent }) => intent);
  const drifts = new Map(report.drifts.map((drift) => [drift.id, drift]));
  const files = new Map(diffs.map((one) => [one.intent, one.files]));
  const patches = new Map(report.patches.map((patch) => [patch.intent, patch]));
  const left = groupBy(report.unresolved, ({ intent }) => intent ?? '');
  const notes = new Map(
    (report.openDrifts ?? []).flatMap(({ evidence }) => evidence.map((one) => [one.event, one])),
  );
  return report.intents.flatMap((intent): ReportedIntent[] => {
    const own = decisions.get(intent.id) ?? [];
    if (own.length === 0) return [];
    const about = own.flatMap(({ drift }) => drifts.get(drift) ?? []);
    const ids = new Set(about.map(({ id }) => id));
    const events = [...new Set(about.flatMap(({ evidence }) => evidence))];
    const patch = patches.get(intent.id);
    const detail: ShownDetail = {
      ...{ intent, decisions: own, drifts: about },
      ...(patch === undefined ? {} : { patch }),
      diff: files.get(intent.id) ?? [],
      unresolved: left.get(intent.id) ?? [],
      contentions: (report.contentions ?? []).filter((one) =>
        one.drifts.some((drift) => ids.has(drift)),
      ),
      evidence: events
        .flatMap((event) => notes.get(event) ?? [])
        .sort((a, b) => compareText(`${a.time} ${a.event}`, `${b.time} ${b.event}`)),
    };
    const outcomes = new Set(own.map(({ verdict }) => verdict.outcome));
    return [
      {
        ...{ card: cardOf(stack, intent, own, about), detail },
        asks: outcomes.has('escalate') || outcomes.has('defer'),
        text: searchText(intent, about),
        dimensions: [...new Set(weakenings(about).map(({ dimension }) => dimension))],
      },
    ];
  });
}

function cardOf(
  stack: string,
  intent: Intent,
  decisions: readonly Decision[],
  drifts: readonly Drift[],
): ShownCard {
  const [worst] = weakenings(drifts);
  const ids = drifts.map(({ id }) => id);
  return {
    stack,
    intent: intent.id,
    summary: intentSummary(intent, ids),
    actor: intent.actor.name,
    class: intent.actor.class,
    ...intent.window,
    outcomes: [...new Set(decisions.map(({ verdict }) => verdict.outcome))],
    ...(worst === undefined
      ? {}
      : {
          harm: {
            dimension: worst.dimension,
            severity: worst.severity,
            because: worst.because,
          },
        }),
    fields: drifts.length,
    changes: drifts.slice(0, maxChanges).map((drift) => changeOf(drift, decisions)),
    digest: driftDigest(ids),
  };
}

function changeOf(
  { id, address, path, declared, live }: Drift,
  decisions: readonly Decision[],
): ChangedField {
  const replaced = replacedValue(id, decisions);
  return {
    ...{ address, path, declared: shortSide(declared), live: shortSide(live) },
    ...(replaced && { replaced: { ...replaced, set: shortSide(replaced.set) } }),
  };
}

function shortSide(side: DriftValue): DriftValue {
  const isLong = side.kind === 'value' && JSON.stringify(side.value).length > longestSide;
  return isLong ? { kind: 'unknown', why: 'it is long' } : side;
}

/** Harms that weaken something, worst first. */
function weakenings(drifts: readonly Drift[]): readonly Harm[] {
  return drifts
    .flatMap(({ harm = [] }) => harm)
    .filter(({ direction }) => direction === 'weakens')
    .sort((a, b) => b.severity - a.severity || compareText(a.because, b.because));
}

/** Names and shown values, since a search for `8443` may mean either. */
function searchText({ id, summary, actor, ticket }: Intent, drifts: readonly Drift[]): string {
  const places = drifts.map(({ address, path }) => `${address} ${formatPath(path)}`);
  const sides = drifts.flatMap(({ live }) => (live.kind === 'value' ? [sideText(live.value)] : []));
  // Truncated, so that a long name cannot push everything else out of the search text.
  const named = [summary, actor.name, ticket ?? ''].map((text) => cutText(text, longestName));
  const all = [...named, id, ...places, ...sides].join(' ');
  return cutText(all, longestText).toLowerCase();
}

function sideText(value: Json): string {
  return typeof value === 'object' ? '' : String(value);
}
