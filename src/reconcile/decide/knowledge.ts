import type { PlannedChange, TerraformPlan } from '../../code/terraform/run/plan.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import {
  type KnowledgeJudgment,
  type KnowledgeUse,
  type KnownOperation,
  knowledgeKey,
} from '../../model/knowledge.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import type { Reverted } from '../../model/reverted.ts';
import { compareKeys, displayText } from '../../model/text.ts';
import { isComputedOnly } from '../../providers/schema/query.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import { equivalent } from '../../stages/drift/equal.ts';
import { schemaHints } from '../../stages/drift/hints.ts';

/** A plan of a patched project, and whether it proves the patch. */
export interface Judge {
  readonly plan: TerraformPlan;
  readonly clean: boolean;
  /** Ids of the drifts that the patch concerns. */
  readonly drifts: ReadonlySet<string>;
}

/** Maximum number of events listed in a judgment and in an entry. */
const maxEvidence = 20;

/**
 * Judges by plans the entries that translated calls. An entry is confirmed if plans show every
 * attribute that it covers, with the value that it gave, and the patched project is clean. It is
 * contradicted if a plan shows another value, or no value where the entry says there is one.
 */
export function judgeKnowledge(
  uses: readonly KnowledgeUse[],
  drifts: readonly Drift[],
  judges: readonly Judge[],
  schema: ProviderSchema,
  reverted: readonly Reverted[] = [],
): readonly KnowledgeJudgment[] {
  const groups = groupBy(uses, ({ entry }) => knowledgeKey(entry));
  return [...groups].sort(compareKeys).flatMap(([, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const events = new Set(group.map(({ event }) => event));
    const own = drifts.filter((drift) => events.has(lastEvent(drift)));
    const denied = reverted.filter((each) => isDenied(each, events));
    const findings = [
      ...own.map((drift) => findingOf(drift, judges, schema)),
      ...denied.map(deniedFinding),
    ];
    const { entry, trust } = first;
    const evidence = [...new Set([...own, ...denied].map(lastEvent))].sort().slice(-maxEvidence);
    return [{ entry, trust, evidence, ...outcomeOf(first, findings) }];
  });
}

/** The event that produced a drift's live value. */
function lastEvent({ writes, evidence }: Drift | Reverted): string {
  return writes?.at(-1)?.event ?? evidence.at(-1) ?? '';
}

/** True if the log has a change by one of these events that the provider does not confirm. */
function isDenied(each: Reverted, events: ReadonlySet<string>): boolean {
  return each.ending === 'refuted' && each.path.length > 0 && events.has(lastEvent(each));
}

function deniedFinding({ address, path }: Reverted): Finding {
  const [attribute] = path;
  const because = `The provider reads no change of ${formatPath(path)} of ${address}.`;
  return {
    attribute: typeof attribute === 'string' ? attribute : '',
    kind: 'refuted',
    because: displayText(because, 300),
  };
}

interface Finding {
  readonly attribute: string;
  readonly kind: 'shown' | 'refuted' | 'open';
  readonly because: string;
}

function outcomeOf(
  { entry }: KnowledgeUse,
  findings: readonly Finding[],
): Pick<KnowledgeJudgment, 'outcome' | 'because'> {
  const refuted = findings.find(({ kind }) => kind === 'refuted');
  if (refuted !== undefined) return { outcome: 'contradicted', because: refuted.because };
  const open = findings.find(({ kind }) => kind === 'open');
  if (open !== undefined) return { outcome: 'open', because: open.because };
  const shown = new Set(findings.map(({ attribute }) => attribute));
  const untested = entry.changes.filter(({ attribute }) => !shown.has(attribute));
  if (untested.length === 0) {
    return { outcome: 'confirmed', because: 'The plan shows just that, and the patch is clean.' };
  }
  const names = untested.map(({ attribute }) => attribute).join(', ');
  return { outcome: 'open', because: `No plan shows whether it sets ${names}.` };
}

function findingOf(drift: Drift, judges: readonly Judge[], schema: ProviderSchema): Finding {
  const [attribute] = drift.path;
  const name = typeof attribute === 'string' ? attribute : '';
  const where = `${formatPath(drift.path)} of ${drift.address}`;
  const finding = (kind: Finding['kind'], because: string): Finding => ({
    attribute: name,
    kind,
    because: displayText(because, 300),
  });
  const judge = judges.find(({ drifts }) => drifts.has(drift.id));
  const wanted = wantedOf(drift);
  if (judge === undefined || judge.plan.errored || wanted === undefined) {
    return finding('open', `No plan was made about ${where}.`);
  }
  const hint = schemaHints(schema)(drift.type, drift.path);
  const is = (side: JsonObject | null | undefined) =>
    equivalent(valueAt(side ?? null, drift.path), wanted, hint);
  const seen = judge.plan.resourceDrift.find(({ address }) => address === drift.address);
  if (seen === undefined || !differsAt(seen, name)) {
    const live = judge.plan.resourceChanges.find(({ address }) => address === drift.address);
    return live !== undefined && is(live.before)
      ? finding('open', `The state has ${where} already, so a plan shows no change.`)
      : finding('refuted', `The plan shows no change of ${where}.`);
  }
  if (!is(seen.after)) return finding('refuted', `The plan shows another ${where}.`);
  if (!judge.clean) return finding('open', 'The patch did not pass, which may have other reasons.');
  return finding('shown', `The plan shows ${where}.`);
}

/** The value according to the log; null for no value, undefined if it is not known. */
function wantedOf({ loggedValue, live }: Drift): Json | undefined {
  const reported = loggedValue ?? live;
  if (reported.kind === 'absent') return null;
  return reported.kind === 'value' ? reported.value : undefined;
}

/** A step to a set member yields the member itself, if the set contains it. */
function valueAt(value: Json, path: AttributePath): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'object') {
    const found = isJsonArray(value) && value.some((each) => equivalent(each, step.element));
    return found ? valueAt(step.element, rest) : null;
  }
  if (typeof step === 'number')
    return isJsonArray(value) ? valueAt(value[step] ?? null, rest) : null;
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return null;
  return valueAt(value[step] ?? null, rest);
}

function differsAt({ differences }: PlannedChange, attribute: string): boolean {
  return differences.some(({ path }) => path[0] === attribute);
}

/**
 * Drifts based on a proposal, or on an entry that has just been refuted. They are not written into
 * code.
 */
export function unprovedDrifts(
  uses: readonly KnowledgeUse[],
  drifts: readonly Drift[],
  judges: readonly Judge[],
  schema: ProviderSchema,
): ReadonlyMap<string, string> {
  const trust = new Map(uses.map((use) => [use.event, use.trust]));
  const unproved = new Map<string, string>();
  for (const drift of drifts) {
    const rests = drift.evidence.map((event) => trust.get(event));
    if (rests.every((one) => one === undefined)) continue;
    const { kind, because } = findingOf(drift, judges, schema);
    const doubted = kind === 'refuted' || (kind === 'open' && rests.includes('proposed'));
    if (doubted && !isComputedOnly(schema, drift.type, drift.path)) unproved.set(drift.id, because);
  }
  return unproved;
}

/**
 * The entry after a run. Each event counts as a confirmation once. An entry that was refuted is
 * withdrawn, and stays so until someone deletes it.
 */
export function foldKnowledge(
  before: KnownOperation | undefined,
  { entry, trust, outcome, evidence }: KnowledgeJudgment,
  now: string,
): KnownOperation | undefined {
  if (trust === 'reviewed' || outcome === 'open' || before?.status === 'withdrawn') return before;
  const known = new Set(before?.evidence ?? []);
  const added = evidence.filter((event) => !known.has(event));
  if (outcome === 'confirmed' && added.length === 0 && before !== undefined) return before;
  const isRefuted = outcome === 'contradicted';
  return {
    entry: before?.entry ?? entry,
    status: isRefuted ? 'withdrawn' : 'confirmed',
    confirmations: (before?.confirmations ?? 0) + (isRefuted ? 0 : 1),
    contradictions: (before?.contradictions ?? 0) + (isRefuted ? 1 : 0),
    evidence: [...(before?.evidence ?? []), ...added].slice(-maxEvidence),
    updatedAt: now,
  };
}
