import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { githubToken, startGitHub } from '../../forge/servers/github.ts';
import type { ForgeState } from '../../forge/servers/state.ts';
import { startGitServer, type TestRepository } from '../git-server.ts';

/** What is sent to the service, and what it answered. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
}

/**
 * A forge as people know it: one address with repositories, an API that is checked against the
 * description of GitHub, and webhooks that are signed.
 */
export interface Hub {
  readonly url: string;
  /** Where the API begins. */
  readonly api: string;
  readonly token: string;
  readonly repository: TestRepository;
  readonly state: ForgeState;
  /** What was asked or answered otherwise than GitHub describes it. */
  readonly strayings: readonly string[];
  /** Requests that came so far, of git and of the API. */
  readonly requests: number;
  /** Where webhooks go, and what they are signed with. */
  hook: { readonly url: string; readonly secret: string } | undefined;
  /** Somebody writes a comment. */
  comment(number: number, user: string, text: string): Promise<Sent>;
  /** Somebody merges: the code is on the branch, too. */
  merge(number: number, user: string): Promise<Sent>;
  /** Somebody closes it. */
  decline(number: number, user: string): Promise<Sent>;
  /** Sends a delivery once more, as it was. */
  redeliver(sent: Sent): Promise<Sent>;
  close(): Promise<void>;
}

const project = 'acme/infra';
/** As its owner wrote it once: names mean the same in any case. */
const written = 'Acme/infra';

export async function startHub(): Promise<Hub> {
  const forge = await startGitHub();
  const git = await startGitServer({
    users: { 'x-access-token': githubToken, git: githubToken },
    intercept: (asked, answer) => {
      const path = asked.url ?? '';
      if (!path.startsWith('/api/v3/')) return false;
      const target = new URL(`${forge.url}${path.slice('/api/v3'.length)}`);
      const { host: _, ...headers } = asked.headers;
      const passed = request(target, { method: asked.method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
      return true;
    },
  });
  const repository = git.create(project);
  const { state } = forge;
  // What the forge knows of a branch is what was pushed.
  state.commitOf = (branch) => repository.head(branch) ?? '';
  let comments = 0;

  const post = async (headers: Sent['headers'], body: string): Promise<Sent> => {
    if (hub.hook === undefined) throw new Error('There is nobody to send webhooks to.');
    const answer = await fetch(hub.hook.url, { method: 'POST', headers, body });
    await answer.text();
    return { headers, body, status: answer.status };
  };
  const send = (kind: string, event: object): Promise<Sent> => {
    const body = JSON.stringify({ ...event, repository: { full_name: written } });
    const signature = createHmac('sha256', hub.hook?.secret ?? '')
      .update(body)
      .digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-github-event': kind,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${signature}`,
    };
    return post(headers, body);
  };
  const shown = async (number: number): Promise<object> => {
    const answer = await fetch(`${forge.url}/repos/${project}/pulls/${number}`, {
      headers: { authorization: `Bearer ${githubToken}` },
    });
    return { ...((await answer.json()) as object), merged: state.get(number).state === 'merged' };
  };
  const closed = async (number: number, user: string): Promise<Sent> =>
    send('pull_request', {
      action: 'closed',
      number,
      pull_request: await shown(number),
      sender: { login: user },
    });

  const hub: Hub = {
    url: git.url,
    api: `${git.url}/api/v3`,
    token: githubToken,
    repository,
    state,
    strayings: forge.strayings,
    get requests() {
      return git.requests.length;
    },
    hook: undefined,
    comment(number, user, text) {
      comments += 1;
      return send('issue_comment', {
        action: 'created',
        issue: { number, pull_request: {} },
        comment: { id: comments, body: text, user: { login: user } },
        sender: { login: user },
      });
    },
    merge(number, user) {
      const pull = state.get(number);
      repository.merge(pull.branch);
      pull.state = 'merged';
      return closed(number, user);
    },
    decline(number, user) {
      state.get(number).state = 'closed';
      return closed(number, user);
    },
    redeliver: ({ headers, body }) => post(headers, body),
    async close() {
      await git.close();
      await forge.stop();
    },
  };
  return hub;
}
