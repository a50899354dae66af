import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { ForgeState, Happened } from '../../forge/servers/state.ts';
import { startGitServer, type TestRepository } from '../git-server.ts';
import { github } from './vendors/github.ts';
import type { Vendor } from './vendors/types.ts';

/** What is sent to the service, and what it answered. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
}

/** A webhook about what Parley itself did, that was answered. */
export interface Echo {
  readonly kind: Happened['kind'];
  /** Of the pull request. */
  readonly number: number;
  readonly status: number;
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
  /** Somebody writes a comment; with another secret it is somebody else who tells of it. */
  comment(number: number, user: string, text: string, secret?: string): Promise<Sent>;
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
}

/** Parley's account on the forge. */
const ownAccount = 'parley';

export async function startHub({ vendor = github, echo = false }: HubOptions = {}): Promise<Hub> {
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
  let comments = 0;

  const post: Hub['redeliver'] = async ({ headers, body }) => {
    if (hub.hook === undefined) throw new Error('There is nobody to send webhooks to.');
    const answer = await fetch(hub.hook.url, { method: 'POST', headers, body });
    await answer.text();
    return { headers, body, status: answer.status };
  };
  const send = (
    happened: Happened,
    user: string,
    secret = hub.hook?.secret ?? '',
  ): Promise<Sent> => {
    const told = vendor.tell(happened, user);
    const body = JSON.stringify(told.body);
    return post({ headers: vendor.headers(told.event, body, secret), body });
  };
  if (echo) {
    state.watch = (happened) => {
      const { kind, pull } = happened;
      // Whoever is not there any more does not hear it.
      void send(happened, ownAccount).then(
        ({ status }) => echoes.push({ kind, number: pull.number, status }),
        () => undefined,
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
    comment(number, user, text, secret) {
      comments += 1;
      return send({ kind: 'commented', pull: state.get(number), id: comments, text }, user, secret);
    },
    async merge(number, user) {
      const pull = state.get(number);
      if (vendor.draft !== '') {
        // Drafts are not merged.
        pull.title = pull.title.replace(vendor.draft, '');
        await send({ kind: 'edited', pull }, user);
      }
      repository.merge(pull.branch);
      pull.state = 'merged';
      if (vendor.removesMerged) repository.deleteBranch(pull.branch);
      return send({ kind: 'merged', pull }, user);
    },
    decline(number, user) {
      const pull = state.get(number);
      pull.state = 'closed';
      return send({ kind: 'closed', pull }, user);
    },
    redeliver: post,
    async close() {
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
