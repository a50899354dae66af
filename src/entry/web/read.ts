import type { Decision, Outcome } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import type { Harm } from '../../model/harm.ts';
import type { Intent } from '../../model/intent.ts';
import type { Report } from '../../model/report.ts';
import type { KnownProposal, ServiceStore } from '../../ports/store/service-store.ts';
import type { ApiSettings } from '../api/deps.ts';
import { callerStacksOf } from '../api/stacks.ts';
import { weakenings } from './verdict.ts';

/** An intent of the latest scan of a stack, as lists show it. */
export interface ListedItem {
  readonly stack: string;
  readonly intent: Intent;
  readonly outcomes: readonly Outcome[];
  readonly decisions: readonly Decision[];
  readonly drifts: readonly Drift[];
  /** What it weakens, the worst first. */
  readonly harms: readonly Harm[];
  /** Open ones. */
  readonly proposals: readonly KnownProposal[];
  /** True where nothing goes on before a person says something. */
  readonly waits: boolean;
}

export interface WebDeps {
  readonly settings: ApiSettings;
  readonly store: Pick<ServiceStore, 'runs' | 'proposals' | 'answers' | 'drifts' | 'project'>;
}

/** What the latest scans of a tenant found, by stack. */
export async function readItems(
  { settings, store }: WebDeps,
  tenant: string,
): Promise<readonly ListedItem[]> {
  const lists = await Promise.all(
    callerStacksOf(settings, tenant).map(async ({ name: stack }) => {
      const run = await store.runs.latest({ tenant, stack });
      if (run === undefined) return [];
      const proposals = await store.proposals.list({ tenant, stack }, 'open');
      return itemsOf(stack, run.report, proposals);
    }),
  );
  return lists.flat();
}

export function itemsOf(
  stack: string,
  { intents, decisions, drifts }: Report,
  proposals: readonly KnownProposal[],
): readonly ListedItem[] {
  const byIntent = groupBy(decisions, ({ intent }) => intent);
  const known = new Map(drifts.map((drift) => [drift.id, drift]));
  const open = groupBy(proposals, ({ intent }) => intent);
  return intents.flatMap((intent): ListedItem[] => {
    const own = byIntent.get(intent.id) ?? [];
    if (own.length === 0) return [];
    const outcomes = [...new Set(own.map(({ verdict }) => verdict.outcome))];
    const about = own.flatMap(({ drift }) => known.get(drift) ?? []);
    const asked = open.get(intent.id) ?? [];
    return [
      {
        ...{ stack, intent, outcomes, decisions: own, drifts: about, proposals: asked },
        harms: weakenings(about.flatMap(({ harm = [] }) => harm)),
        waits: asked.length > 0 || outcomes.some((one) => one === 'escalate' || one === 'defer'),
      },
    ];
  });
}

/** What waits for a person comes first, then harm, then age. */
export function compareItems(a: ListedItem, b: ListedItem): number {
  const severity = ({ harms }: ListedItem): number => harms[0]?.severity ?? 0;
  return (
    Number(b.waits) - Number(a.waits) ||
    severity(b) - severity(a) ||
    (a.intent.window.from < b.intent.window.from ? -1 : 1)
  );
}
