import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { ForgeState, Happened } from '../../adapters/forge/servers/state.ts';
import { seed } from '../../seed.ts';
import { startGitServer, type TestRepository } from '../git-server.ts';
import { createChance } from './chance.ts';
import { github } from './vendors/github.ts';
import type { Vendor } from './vendors/types.ts';

/** What is sent to the service, and what it answered. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the first copy; `lost` where nobody heard it. */
  readonly status: number | 'lost';
}

/** How webhooks arrive: as they should, not at all, or each three times and in any order. */
export const deliveries = ['once', 'never', 'thrice'] as const;
export type DeliveryMode = (typeof deliveries)[number];

/** A webhook about what Parley itself did, that was answered. */
export interface Echo {
  readonly kind: Happened['kind'];
  /** Of the pull request. */
  readonly number: number;
  readonly status: Sent['status'];
}

/**
 * A forge as people know it: one address with repositories, an API that is checked against the
 * description of its vendor, and webhooks that are proven as the vendor does.
 */
export interface Hub {
  readonly vendor: Vendor;
  readonly url: string;
  /** Where the API begins. */
  readonly api: string;
  readonly token: string;
  readonly repository: TestRepository;
  readonly state: ForgeState;
  /** What was asked or answered otherwise than the vendor describes it. */
  readonly strayings: readonly string[];
  /** Requests that came so far, of git and of the API. */
  readonly requests: number;
  /** Where webhooks go, and what they are signed with. */
  hook: { readonly url: string; readonly secret: string } | undefined;
  readonly echoes: readonly Echo[];
  /** Somebody writes a comment. */
  comment(number: number, user: string, text: string): Promise<Sent>;
  /** Somebody who does not know the secret tells of a comment that nobody wrote. */
  pretend(number: number, user: string, text: string, secret: string): Promise<Sent>;
  /** Somebody merges: the code is on the branch, too. */
  merge(number: number, user: string): Promise<Sent>;
  /** Somebody closes it. */
  decline(number: number, user: string): Promise<Sent>;
  /** Sends a delivery once more, as it was. */
  redeliver(sent: Pick<Sent, 'headers' | 'body'>): Promise<Sent>;
  close(): Promise<void>;
}

export interface HubOptions {
  readonly vendor?: Vendor;
  /** Forges tell of everything, also of what was done over their API. */
  readonly echo?: boolean;
  readonly delivery?: DeliveryMode;
}

/** Parley's account on the forge. */
const ownAccount = 'parley';

/** Milliseconds by which each copy of a webhook is late, at most: the last one long after the others. */
const lateness = [300, 2_000, 8_000];

export async function startHub({
  vendor = github,
  echo = false,
  delivery = 'once',
}: HubOptions = {}): Promise<Hub> {
  const forge = await vendor.start();
  const git = await startGitServer({
    users: Object.fromEntries(vendor.users.map((user) => [user, vendor.token])),
    intercept: (asked, answer) => {
      const path = asked.url ?? '';
      if (!path.startsWith(`${vendor.api}/`)) return false;
      pass(new URL(`${forge.url}${vendor.base}${path.slice(vendor.api.length)}`), asked, answer);
      return true;
    },
  });
  const repository = git.create(vendor.project);
  const { state } = forge;
  // What the forge knows of a branch is what was pushed.
  state.commitOf = (branch) => repository.head(branch) ?? '';
  const echoes: Echo[] = [];
  const chance = createChance(seed);
  const late = new Set<NodeJS.Timeout>();

  const post: Hub['redeliver'] = async ({ headers, body }) => {
    if (hub.hook === undefined) throw new Error('There is nobody to send webhooks to.');
    try {
      const answer = await fetch(hub.hook.url, { method: 'POST', headers, body });
      await answer.text();
      return { headers, body, status: answer.status };
    } catch {
      // Whoever is not there does not hear it.
      return { headers, body, status: 'lost' };
    }
  };
  const postLate = (sent: Parameters<Hub['redeliver']>[0], max: number): Promise<Sent> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        late.delete(timer);
        void post(sent).then(resolve);
      }, chance.below(max));
      late.add(timer);
    });
  const deliver = (sent: Parameters<Hub['redeliver']>[0]): Promise<Sent> => {
    if (delivery === 'once') return post(sent);
    if (delivery === 'never') return Promise.resolve({ ...sent, status: 'lost' });
    return Promise.race(lateness.map((max) => postLate(sent, max)));
  };
  const letterOf = (happened: Happened, user: string, secret = hub.hook?.secret ?? '') => {
    const reported = vendor.deliveryOf(happened, user);
    const body = JSON.stringify(reported.body);
    return { headers: vendor.headers(reported.event, body, secret), body };
  };
  const send = (happened: Happened, user: string): Promise<Sent> =>
    deliver(letterOf(happened, user));
  if (echo) {
    state.watch = (happened) => {
      const { kind, pull } = happened;
      void send(happened, ownAccount).then(({ status }) =>
        echoes.push({ kind, number: pull.number, status }),
      );
    };
  }

  const hub: Hub = {
    vendor,
    url: git.url,
    api: `${git.url}${vendor.api}`,
    token: vendor.token,
    repository,
    state,
    strayings: forge.strayings,
    get requests() {
      return git.requests.length;
    },
    hook: undefined,
    echoes,
    comment(number, user, text) {
      const pull = state.get(number);
      const { id } = state.say(pull, user, text);
      return send({ kind: 'commented', pull, id, text }, user);
    },
    pretend(number, user, text, secret) {
      const pull = state.get(number);
      return post(letterOf({ kind: 'commented', pull, id: 999_999, text }, user, secret));
    },
    async merge(number, user) {
      const pull = state.get(number);
      if (vendor.draft !== '') {
        // Drafts are not merged.
        pull.title = pull.title.replace(vendor.draft, '');
        await send({ kind: 'edited', pull }, user);
      }
      repository.merge(pull.branch);
      pull.end('merged', user);
      if (vendor.removesMerged) repository.deleteBranch(pull.branch);
      return send({ kind: 'merged', pull }, user);
    },
    decline(number, user) {
      const pull = state.get(number);
      pull.end('closed', user);
      return send({ kind: 'closed', pull }, user);
    },
    redeliver: post,
    async close() {
      for (const timer of late) clearTimeout(timer);
      await git.close();
      await forge.stop();
    },
  };
  return hub;
}

/** Hands a request on to the server of the API, and its answer back. */
function pass(target: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const { host: _, ...headers } = asked.headers;
  const passed = request(target, { method: asked.method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  asked.pipe(passed);
}
