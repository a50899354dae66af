import type { Answered, Asked } from '../../collect/servers/http.ts';
import { filledUp, readDescription, strayings } from '../openapi/description.ts';
import {
  bodyOf,
  type Describe,
  type FakeForge,
  paged,
  type Route,
  reply,
  serve,
  textIn,
} from './serve.ts';
import type { Change, FakePull, ForgeState, Said } from './state.ts';

export const githubToken = 'ghs_0123456789abcdefghij';

const repo = '/repos/acme/infra';

export function startGitHub(
  isSigned = (asked: Asked) => asked.headers.authorization === `Bearer ${githubToken}`,
  more: readonly Route[] = [],
): Promise<FakeForge> {
  return serve(isSigned, (state) => [...more, ...routes(state)], describeCall);
}

const description = readDescription('github.json');

function describeCall(asked: Asked, plain: Answered): ReturnType<Describe> {
  const answer = filledUp(description, asked, plain);
  // The description does not mention that an unknown pull request is answered with 404.
  if (asked.method === 'PATCH' && plain.status === 404) return { answer, strayings: [] };
  return { answer, strayings: strayings(description, asked, answer) };
}

function at(path: string): RegExp {
  return new RegExp(`^${repo}${path.replaceAll('*', '([^/]+)')}$`);
}

function routes(state: ForgeState): readonly Route[] {
  const shown = pullOf;
  return [
    ['GET', at('/pulls'), (_, asked) => paged(asked, listed(state, asked).map(itemOf), 'per_page')],
    ['GET', at('/pulls/*'), ([n]) => reply(200, shown(state.get(Number(n))))],
    ['POST', at('/pulls'), (_, asked) => create(state, bodyOf(asked))],
    [
      'PATCH',
      at('/pulls/*'),
      ([n], asked) => {
        const pull = state.get(Number(n));
        const done = state.edit(pull, bodyOf(asked) as Change);
        return done ? reply(200, shown(pull)) : refusal('state cannot be changed.');
      },
    ],
    ...issueRoutes(state),
    ...checkRoutes(state),
    [
      'POST',
      at('/actions/workflows/*/dispatches'),
      ([file = ''], asked) => {
        state.dispatched.push({ file, body: bodyOf(asked) });
        return reply(204, undefined);
      },
    ],
    [
      'GET',
      at('/collaborators/*/permission'),
      ([user = '']) => {
        const permission = state.members.get(user);
        if (permission === undefined) return reply(404, { message: 'Not Found' });
        return reply(200, {
          permission,
          role_name: permission,
          user: { login: user, role_name: permission },
        });
      },
    ],
  ];
}

function listed(state: ForgeState, { url }: Asked): readonly FakePull[] {
  const head = url.searchParams.get('head');
  const owner = 'acme:';
  const pulls =
    url.searchParams.get('sort') === 'updated' ? state.newest() : state.pulls.toReversed();
  return pulls
    .filter(({ branch }) => head === null || head === `${owner}${branch}`)
    .filter(({ state: one }) => url.searchParams.get('state') === 'all' || one === 'open');
}

function create(state: ForgeState, body: Record<string, unknown>) {
  if (body['draft'] === true && state.members.has('no-drafts')) {
    return reply(422, { message: 'Draft pull requests are not supported in this repository.' });
  }
  const pull = state.create({
    branch: textIn(body, 'head') ?? '',
    base: textIn(body, 'base') ?? '',
    title: textIn(body, 'title') ?? '',
    body: textIn(body, 'body') ?? '',
  });
  if (pull === undefined) return refusal('A pull request already exists for acme:parley.');
  return reply(201, pullOf(pull));
}

function refusal(message: string) {
  const errors = [{ resource: 'PullRequest', code: 'custom', message }];
  return reply(422, { message: 'Validation Failed', errors });
}

function issueRoutes(state: ForgeState): readonly Route[] {
  const labels = (pull: FakePull) => pull.labels.map((name) => ({ id: 1, name }));
  return [
    [
      'GET',
      at('/issues/*/labels'),
      ([n], asked) => paged(asked, labels(state.get(Number(n))), 'per_page'),
    ],
    [
      'POST',
      at('/issues/*/labels'),
      ([n], asked) => {
        const pull = state.get(Number(n));
        const added = bodyOf(asked)['labels'] as string[];
        pull.labels = [...new Set([...pull.labels, ...added])];
        return reply(200, labels(pull));
      },
    ],
    [
      'DELETE',
      at('/issues/*/labels/*'),
      ([n, name]) => {
        const pull = state.get(Number(n));
        pull.labels = pull.labels.filter((label) => label !== name);
        return reply(200, labels(pull));
      },
    ],
    [
      'GET',
      at('/issues/*/comments'),
      ([n], asked) => {
        const comments = state.commentsOf(state.get(Number(n)));
        return paged(asked, comments.map(commentShown), 'per_page');
      },
    ],
    [
      'PATCH',
      at('/issues/comments/*'),
      ([id], asked) => {
        const body = textIn(bodyOf(asked), 'body') ?? '';
        const isThere = state.editComment(Number(id), body);
        return isThere
          ? reply(
              200,
              commentShown({ id: Number(id), user: 'parley', text: body, at: state.now() }),
            )
          : reply(404, { message: 'Not Found' });
      },
    ],
    [
      'POST',
      at('/issues/*/comments'),
      ([n], asked) => {
        const body = textIn(bodyOf(asked), 'body') ?? '';
        const id = state.comment(state.get(Number(n)), body);
        return reply(201, commentShown({ id, user: 'parley', text: body, at: state.now() }));
      },
    ],
  ];
}

function checkRoutes(state: ForgeState): readonly Route[] {
  const titleOf = (body: Record<string, unknown>) =>
    (body['output'] as { title: string } | undefined)?.title ?? '';
  const stateOf = (body: Record<string, unknown>) =>
    textIn(body, 'conclusion') ?? textIn(body, 'status') ?? '';
  return [
    [
      'GET',
      at('/commits/*/check-runs'),
      ([commit], asked) => {
        const name = asked.url.searchParams.get('check_name');
        const found = state.checks
          .map((check, id) => ({ ...check, id }))
          .filter((check) => check.commit === commit && check.name === name);
        return reply(200, { total_count: found.length, check_runs: found });
      },
    ],
    [
      'POST',
      at('/check-runs'),
      (_, asked) => {
        const body = bodyOf(asked);
        const commit = textIn(body, 'head_sha') ?? '';
        const name = textIn(body, 'name') ?? '';
        state.checks.push({ commit, name, state: stateOf(body), title: titleOf(body) });
        return reply(201, { id: state.checks.length - 1 });
      },
    ],
    [
      'PATCH',
      at('/check-runs/*'),
      ([id], asked) => {
        const body = bodyOf(asked);
        const check = state.checks[Number(id)];
        if (check === undefined) return reply(404, {});
        Object.assign(check, { state: stateOf(body), title: titleOf(body) });
        return reply(200, { id: Number(id) });
      },
    ],
    [
      'POST',
      at('/statuses/*'),
      ([commit = ''], asked) => {
        const body = bodyOf(asked);
        const [name = '', value = '', title = ''] = ['context', 'state', 'description'].map(
          (member) => textIn(body, member),
        );
        state.setCheck({ commit, name, state: value, title });
        return reply(201, { id: 1, state: value });
      },
    ],
  ];
}

function account(login: string) {
  return { login };
}

function commentShown({ id, user, text, at: created }: Said) {
  return { id, body: text, user: account(user), created_at: created };
}

/** A pull request with all the members that GitHub returns. */
export function shownOnGitHub(pull: FakePull): object {
  const url = new URL(`https://github.example${repo}/pulls/${pull.number}`);
  const asked = { method: 'GET', url, headers: {}, body: '' };
  return JSON.parse(filledUp(description, asked, reply(200, pullOf(pull))).body);
}

/** GitHub tells who merged a pull request only if it is requested by its number. */
function pullOf(pull: FakePull): object {
  const by = pull.state === 'merged' ? account(pull.endedBy ?? 'parley') : null;
  return { ...itemOf(pull), merged_by: by };
}

function itemOf(pull: FakePull): object {
  const { number, title, body, branch, base } = pull;
  const full_name = pull.isFork ? 'acme/infra-fork' : 'Acme/infra';
  return {
    number,
    title,
    body,
    draft: true,
    requested_teams: [],
    state: pull.state === 'open' ? 'open' : 'closed',
    updated_at: pull.changedAt,
    closed_at: pull.state === 'open' ? null : pull.stateAt,
    merged_at: pull.state === 'merged' ? pull.stateAt : null,
    html_url: `https://github.example/acme/infra/pull/${number}`,
    head: { ref: branch, sha: pull.commit, repo: { full_name } },
    base: { ref: base },
  };
}
