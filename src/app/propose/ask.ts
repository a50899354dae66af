import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { ServiceStore } from '../../ports/store/service-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';

/** A request to propose what the latest run planned, or one intent of it. */
export interface ProposalAsk {
  /** The forge of the stack; undefined where it has none. */
  readonly forge: string | undefined;
  readonly intent?: string | undefined;
  /** The person who asks, named as in receipts. */
  readonly by?: string | undefined;
}

/**
 * Requests that what is planned for a stack be proposed, or its proposals updated, and returns the
 * number of plans. Fails where nothing is planned.
 */
export async function askProposals(
  store: Pick<ServiceStore, 'runs' | 'outbox'>,
  key: StackKey,
  { forge, intent, by }: ProposalAsk,
): Promise<Result<number>> {
  const { stack } = key;
  if (forge === undefined) return fail(noForge(stack));
  const run = await store.runs.latestHead(key);
  if (run === undefined) return fail(notScanned(stack));
  const planned = await store.runs.planned(key, run.id);
  if (intent !== undefined && planned.every((each) => each.intent !== intent)) {
    return fail(notPlanned(intent));
  }
  if (planned.length === 0) return fail(nothingPlanned(stack));
  const only = {
    ...(intent === undefined ? {} : { intent }),
    ...(by === undefined ? {} : { by }),
  };
  await store.outbox.put([{ queue: 'propose', job: { ...key, forge, run: run.id, ...only } }]);
  return ok(planned.length);
}

function noForge(stack: string): Problem {
  return { code: 'no-forge', message: `No forge is set up for ${stack}.` };
}

function notScanned(stack: string): Problem {
  return { code: 'not-scanned', message: `${stack} has not been scanned yet.` };
}

function notPlanned(intent: string): Problem {
  return {
    code: 'nothing-planned',
    message: `There is nothing to propose for ${intent}.`,
    hint: `Ask to explain ${intent}.`,
  };
}

function nothingPlanned(stack: string): Problem {
  return { code: 'nothing-planned', message: `There is nothing to propose for ${stack}.` };
}
