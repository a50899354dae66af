import type { Answered, Asked } from '../../collect/servers/http.ts';
import { readDescription, strayings } from '../openapi/description.ts';
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

export const giteaToken = '0123456789abcdef0123456789abcdef01234567';

const repo = '/api/v1/repos/acme/infra';

export function startGitea(): Promise<FakeForge> {
  return serve(
    (asked) => asked.headers.authorization === `token ${giteaToken}`,
    routes,
    describeCall,
  );
}

const description = readDescription('gitea.json');

function describeCall(asked: Asked, answer: Answered): ReturnType<Describe> {
  // This call is newer than the description.
  if (asked.url.pathname.endsWith('/dispatches')) return { answer, strayings: [] };
  const url = new URL(asked.url);
  url.pathname = url.pathname.replace(/^\/api\/v1/, '');
  return { answer, strayings: strayings(description, { ...asked, url }, answer) };
}

function at(path: string): RegExp {
  return new RegExp(`^${repo}${path.replaceAll('*', '([^/]+)')}$`);
}

function routes(state: ForgeState): readonly Route[] {
  const shown = shownOnGitea;
  return [
    ['GET', at('/pulls'), (_, asked) => paged(asked, listed(state, asked).map(shown), 'limit')],
    ['GET', at('/pulls/*'), ([n]) => reply(200, shown(state.get(Number(n))))],
    [
      'POST',
      at('/pulls'),
      (_, asked) => {
        const body = bodyOf(asked);
        const pull = state.create({
          branch: textIn(body, 'head') ?? '',
          base: textIn(body, 'base') ?? '',
          title: textIn(body, 'title') ?? '',
          body: textIn(body, 'body') ?? '',
        });
        if (pull !== undefined) return reply(201, shown(pull));
        return reply(409, { message: 'pull request already exists for these targets' });
      },
    ],
    [
      'PATCH',
      at('/pulls/*'),
      ([n], asked) => {
        const pull = state.get(Number(n));
        const { state: wanted, ...rest } = bodyOf(asked) as Change;
        // Gitea saves the text before it checks the state.
        state.edit(pull, rest);
        const done = wanted === undefined || state.edit(pull, { state: wanted });
        return done ? reply(201, shown(pull)) : reply(412, { message: 'cannot be reopened' });
      },
    ],
    ...labelRoutes(state),
    ...otherRoutes(state),
  ];
}

function listed(state: ForgeState, { url }: Asked): readonly FakePull[] {
  const wanted = url.searchParams.get('state');
  return state
    .newest()
    .filter((pull) => wanted === 'all' || (pull.state === 'open') === (wanted === 'open'));
}

function labelRoutes(state: ForgeState): readonly Route[] {
  const labels = (pull: FakePull) => pull.labels.map((name) => ({ id: state.labelId(name), name }));
  const nameOf = (id: number) => state.labels.find((one) => one.id === id)?.name;
  return [
    ['GET', at('/labels'), (_, asked) => paged(asked, state.labels, 'limit')],
    [
      'POST',
      at('/labels'),
      (_, asked) => {
        const body = bodyOf(asked);
        const name = textIn(body, 'name') ?? '';
        if (!/^#[0-9a-f]{6}$/.test(textIn(body, 'color') ?? '')) return reply(422, {});
        return reply(201, { id: state.labelId(name), name });
      },
    ],
    ['GET', at('/issues/*/labels'), ([n]) => reply(200, labels(state.get(Number(n))))],
    [
      'POST',
      at('/issues/*/labels'),
      ([n], asked) => {
        const pull = state.get(Number(n));
        const names = (bodyOf(asked)['labels'] as number[]).map(nameOf);
        if (names.includes(undefined)) return reply(404, { message: 'label not found' });
        pull.labels = [...new Set([...pull.labels, ...names.map(String)])];
        return reply(200, labels(pull));
      },
    ],
    [
      'DELETE',
      at('/issues/*/labels/*'),
      ([n, id]) => {
        const pull = state.get(Number(n));
        pull.labels = pull.labels.filter((label) => label !== nameOf(Number(id)));
        return reply(204, undefined);
      },
    ],
  ];
}

function otherRoutes(state: ForgeState): readonly Route[] {
  return [
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
      at('/issues/*/comments'),
      ([n]) => reply(200, state.commentsOf(state.get(Number(n))).map(commentShown)),
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
    [
      'POST',
      at('/statuses/*'),
      ([commit = ''], asked) => {
        const body = bodyOf(asked);
        const [name = '', value = '', title = ''] = ['context', 'state', 'description'].map(
          (member) => textIn(body, member),
        );
        state.setCheck({ commit, name, state: value, title });
        return reply(201, { id: 1, status: value });
      },
    ],
    [
      'GET',
      at('/collaborators/*/permission'),
      ([user = '']) => {
        const permission = state.members.get(user);
        if (permission === undefined) return reply(404, { message: 'user does not exist' });
        return reply(200, { permission, role_name: permission, user: { login: user } });
      },
    ],
  ];
}

function commentShown({ id, user, text, at: created }: Said) {
  return { id, body: text, user: { login: user }, created_at: created };
}

/** A pull request as Gitea returns it. */
export function shownOnGitea(pull: FakePull): object {
  const { number, title, body, branch, base, isBranchGone } = pull;
  return {
    number,
    title,
    body,
    draft: title.startsWith('WIP: '),
    state: pull.state === 'open' ? 'open' : 'closed',
    merged: pull.state === 'merged',
    updated_at: pull.changedAt,
    ...(pull.state === 'open' ? {} : { closed_at: pull.stateAt }),
    ...(pull.state === 'merged'
      ? { merged_at: pull.stateAt, merged_by: { login: pull.endedBy ?? 'parley' } }
      : {}),
    html_url: `https://gitea.example/acme/infra/pulls/${number}`,
    head: {
      label: branch,
      ref: isBranchGone ? `refs/pull/${number}/head` : branch,
      sha: pull.commit,
      repo: { full_name: pull.isFork ? 'mallory/infra' : 'Acme/infra' },
    },
    base: { ref: base },
  };
}
