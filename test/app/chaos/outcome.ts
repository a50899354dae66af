import { join } from 'node:path';
import { openAt } from '../../adapters/store/spare-databases.ts';
import type { SetUp } from '../harness/set-ups.ts';
import { type ListOf, secrets, type World } from '../harness/world.ts';
import { queuesOfStack, tenants } from './estate.ts';

const [tenant] = tenants;

/** The stacks of the story. */
export const names = ['north-0', 'north-1'] as const;

/** The result of a story. Nothing in it depends on timing or on the forge. */
export interface Outcome extends Standing {
  readonly proposals: readonly string[];
  /** For each stack: reviews, answers, lifecycle steps of intents, and the ledger. */
  readonly reviews: readonly string[];
  readonly answers: readonly string[];
  readonly steps: readonly string[];
  readonly ledger: readonly string[];
}

/** What can be observed while the service runs. */
export interface Standing {
  readonly dispatched: number;
  /** Comments that are on the forge, by their first words. */
  readonly replies: readonly string[];
  readonly openPulls: number;
  readonly shown: readonly string[];
  readonly openDrifts: readonly string[];
}

/** Reads the forge, and what the API of the service returns. */
export async function look(world: World): Promise<Standing> {
  const { pulls, dispatched } = world.hub.state;
  const read = async (what: string): Promise<readonly Record<string, string>[]> => {
    const options = { token: secrets.OTHER_TOKEN };
    type Page = ListOf<Record<string, string>>;
    return (await world.call<Page>('GET', `/api/v1/${what}?limit=200`, options)).body.items;
  };
  const proposals = await read('proposals');
  const openDrifts = await read('open-drifts');
  return {
    dispatched: dispatched.length,
    replies: pulls
      .flatMap(({ comments }) => comments)
      .map((text) => text.slice(0, 40).replaceAll(/\d+/g, '#'))
      .toSorted(),
    openPulls: pulls.filter(({ state }) => state === 'open').length,
    shown: proposals
      .map(({ stack, intent, kind, state }) => [stack, intent, kind, state].join(' '))
      .toSorted(),
    openDrifts: openDrifts.map(({ stack, id, address }) => `${stack} ${id} ${address}`).toSorted(),
  };
}

/** What the store holds once all processes have stopped. */
export async function kept(
  world: World,
  { postgres }: SetUp,
): Promise<Omit<Outcome, keyof Standing>> {
  const place =
    postgres === undefined
      ? ({ kind: 'folder', path: join(world.folder, '.parley') } as const)
      : ({ kind: 'server', url: postgres.url } as const);
  const { store } = await openAt(place);
  const all = { proposals: [], reviews: [], answers: [], steps: [], ledger: [] };
  const lines: Record<keyof typeof all, string[]> = all;
  for (const stack of names) {
    const key = { tenant, stack };
    const project = store.project(key);
    for (const { intent, digest, kind, branch, state } of await store.proposals.list(key, 'all')) {
      lines.proposals.push([stack, intent, digest, kind, branch, state].join(' '));
    }
    for (const { body } of await project.feedback()) {
      const { time: _time, run: _run, ...rest } = body;
      lines.reviews.push(JSON.stringify(rest));
    }
    for (const { intent, digest, action } of await store.answers.list(key)) {
      lines.answers.push([stack, intent, digest, action].join(' '));
    }
    for (const { intent } of await project.intents()) {
      const steps = await project.transitions(intent.id);
      lines.steps.push(`${intent.id} ${steps.map(({ event }) => event).join(' ')}`);
    }
    for (let queue = 0; queue < queuesOfStack; queue += 1) {
      const entries = await project.ledger(`aws_sqs_queue.q${queue}`);
      lines.ledger.push(
        ...entries.map(({ id: _id, time, ...rest }) =>
          JSON.stringify({ stack, ...rest, ...(rest.kind === 'update' ? { time } : {}) }),
        ),
      );
    }
  }
  await store.close();
  const sorted = Object.entries(lines).map(([name, list]) => [name, list.toSorted()]);
  return Object.fromEntries(sorted) as typeof all;
}
