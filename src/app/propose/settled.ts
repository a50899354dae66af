import type { Report } from '../../model/report.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { type SettledProposal, whyClosed } from './why-closed.ts';

type SettledStore = Pick<ServiceStore, 'project' | 'drifts'>;

/**
 * Returns a function that gives the reason to close the proposal of an intent without a plan, or
 * undefined where nothing shows that the intent is over and the proposal stays.
 */
export async function createProposalCloser(
  store: SettledStore,
  key: StackKey,
  report: Report,
  intents: readonly string[],
): Promise<(intent: string) => string | undefined> {
  if (intents.length === 0) return () => undefined;
  const asked = new Set(intents);
  const stored = (await store.project(key).intents()).filter(({ intent }) => asked.has(intent.id));
  const fields = new Map(stored.map(({ intent, fields }) => [intent.id, fields]));
  const addresses = [...fields.values()].flat().map(({ address }) => address);
  const earlier = await store.drifts.closings(key, addresses);
  const closings = [...earlier, ...(report.closedDrifts ?? [])];
  return (intent) => {
    const about: SettledProposal = { intent, fields: fields.get(intent) ?? [], closings };
    return whyClosed(report, about);
  };
}
