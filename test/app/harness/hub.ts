import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { ForgeState, Happened } from '../../adapters/forge/servers/state.ts';
import { seed } from '../../seed.ts';
import { startGitServer, type TestRepository } from '../git-server.ts';
import { createChance } from './chance.ts';
import { github } from './vendors/github.ts';
import type { Vendor } from './vendors/types.ts';

/** A webhook that was sent to the service, and the answer to it. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Status for the first copy that arrived; `lost` if nobody answered. */
  readonly status: number | 'lost';
}

/** How webhooks arrive: once, never, or three times each and in any order. */
export const deliveries = ['once', 'never', 'thrice'] as const;
export type DeliveryMode = (typeof deliveries)[number];

/** An answered webhook about something that Parley itself did. */
export interface Echo {
  readonly kind: Happened['kind'];
  /** Number of the pull request. */
  readonly number: number;
  readonly status: Sent['status'];
}

/**
 * A forge as its users know it: one address with repositories, an API that is checked against the
 * vendor's description, and webhooks that are authenticated the vendor's way.
 */
export interface Hub {
  readonly vendor: Vendor;
  readonly url: string;
  /** Base URL of the API. */
  readonly api: string;
  readonly token: string;
  readonly repository: TestRepository;
  readonly state: ForgeState;
  /** Requests and responses that deviate from the vendor's description. */
  readonly strayings: readonly string[];
  /** Number of requests so far, of git and of the API. */
  readonly requests: number;
  /** URL of the webhooks, and the secret that they are signed with. */
  hook: { readonly url: string; readonly secret: string } | undefined;
  readonly echoes: readonly Echo[];
  /** A user writes a comment. */
  comment(number: number, user: string, text: string): Promise<Sent>;
  /** Somebody who does not know the secret reports a comment that nobody wrote. */
  pretend(number: number, user: string, text: string, secret: string): Promise<Sent>;
  /** A user merges the pull request, and its branch in the repository too. */
  merge(number: number, user: string): Promise<Sent>;
  /** A user closes the pull request. */
  decline(number: number, user: string): Promise<Sent>;
  /** Sends a delivery again, unchanged. */
  redeliver(sent: Pick<Sent, 'headers' | 'body'>): Promise<Sent>;
  close(): Promise<void>;
}

export interface HubOptions {
  readonly vendor?: Vendor;
  /** Whether webhooks also report what was done over the API, as those of real forges do. */
  readonly echo?: boolean;
  readonly delivery?: DeliveryMode;
}

/** Parley's account on the forge. */
const ownAccount = 'parley';

/**
 * Maximum delay of each copy of a webhook in milliseconds: the last may come long after the others.
 */
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
  // The forge knows a branch by what was pushed to it.
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
      // Nobody is listening, so the webhook is lost.
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
        // Drafts cannot be merged.
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

/** Passes a request on to the server of the API, and its response back. */
function pass(target: URL, asked: IncomingMessage, answer: ServerResponse): void {
  const { host: _, ...headers } = asked.headers;
  const passed = request(target, { method: asked.method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  asked.pipe(passed);
}
