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
import type { FakePull, ForgeState, Said } from './state.ts';

export const gitlabToken = 'glpat-0123456789abcdefghij';

const project = '/projects/acme%2Fcloud%2Finfra';

export function startGitLab(): Promise<FakeForge> {
  return serve((asked) => asked.headers['private-token'] === gitlabToken, routes, describeCall);
}

const description = readDescription('gitlab.json');

function describeCall(asked: Asked, plain: Answered): ReturnType<Describe> {
  const answer = filledUp(description, asked, plain);
  return { answer, strayings: strayings(description, asked, answer) };
}

function at(path: string): RegExp {
  return new RegExp(`^${project}${path.replaceAll('*', '([^/]+)')}$`);
}

function routes(state: ForgeState): readonly Route[] {
  const shown = shownOnGitLab;
  return [
    [
      'GET',
      at('/merge_requests'),
      (_, asked) => paged(asked, listed(state, asked).map(shown), 'per_page'),
    ],
    ['GET', at('/merge_requests/*'), ([n]) => reply(200, shown(state.get(Number(n))))],
    [
      'POST',
      at('/merge_requests'),
      (_, asked) => {
        const body = bodyOf(asked);
        const pull = state.create({
          branch: textIn(body, 'source_branch') ?? '',
          base: textIn(body, 'target_branch') ?? '',
          title: textIn(body, 'title') ?? '',
          body: textIn(body, 'description') ?? '',
        });
        if (pull !== undefined) return reply(201, shown(pull));
        return reply(409, { message: ['Another open merge request already exists: !1'] });
      },
    ],
    ['PUT', at('/merge_requests/*'), ([n], asked) => edit(state, state.get(Number(n)), asked)],
    [
      'GET',
      at('/merge_requests/*/notes'),
      ([n], asked) => {
        const own = state.commentsOf(state.get(Number(n)));
        const notes = own.map(noteShown);
        return paged(
          asked,
          [
            {
              ...noteShown({ id: 0, user: 'parley', text: 'marked as draft', at: state.now() }),
              system: true,
            },
            ...notes,
          ],
          'per_page',
        );
      },
    ],
    [
      'PUT',
      at('/merge_requests/*/notes/*'),
      ([_n, id], asked) => {
        const body = textIn(bodyOf(asked), 'body') ?? '';
        const isThere = state.editComment(Number(id), body);
        return isThere
          ? reply(200, noteShown({ id: Number(id), user: 'parley', text: body, at: state.now() }))
          : reply(404, { message: 'Not Found' });
      },
    ],
    [
      'POST',
      at('/merge_requests/*/notes'),
      ([n], asked) => {
        const body = textIn(bodyOf(asked), 'body') ?? '';
        const id = state.comment(state.get(Number(n)), body);
        return reply(201, noteShown({ id, user: 'parley', text: body, at: state.now() }));
      },
    ],
    [
      'POST',
      at('/pipeline'),
      (_, asked) => {
        const body = bodyOf(asked);
        state.dispatched.push({ file: '', body });
        return reply(201, { id: 1, ref: textIn(body, 'ref'), status: 'created' });
      },
    ],
    ...statusRoutes(state),
    ...memberRoutes(state),
  ];
}

function listed(state: ForgeState, { url }: Asked): readonly FakePull[] {
  const branch = url.searchParams.get('source_branch');
  const pulls =
    url.searchParams.get('order_by') === 'updated_at' ? state.newest() : state.pulls.toReversed();
  return pulls.filter((pull) => branch === null || pull.branch === branch);
}

function noteShown({ id, user, text, at: created }: Said) {
  return { id, body: text, system: false, author: account(user), created_at: created };
}

function account(username: string) {
  const web_url = `https://gitlab.example/${username}`;
  return { id: 1, name: username, state: 'active', username, web_url };
}

function edit(state: ForgeState, pull: FakePull, asked: Asked) {
  const body = bodyOf(asked);
  const event = textIn(body, 'state_event');
  // GitLab changes the state first, announces it with the old text, and refuses it silently.
  if (event !== undefined) state.edit(pull, { state: event === 'close' ? 'closed' : 'open' });
  const values = {
    title: textIn(body, 'title'),
    body: textIn(body, 'description'),
    base: textIn(body, 'target_branch'),
  };
  state.edit(
    pull,
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  );
  const split = (name: string) => (textIn(body, name) ?? '').split(',').filter(Boolean);
  const removed = split('remove_labels');
  const labels = new Set([...pull.labels, ...split('add_labels')]);
  pull.labels = [...labels].filter((label) => !removed.includes(label));
  return reply(200, shownOnGitLab(pull));
}

function statusRoutes(state: ForgeState): readonly Route[] {
  return [
    [
      'GET',
      at('/repository/commits/*/statuses'),
      ([commit], asked) => {
        const found = state.checks
          .filter((check) => check.commit === commit)
          .map((check, id) => ({ id, name: check.name, status: check.state }));
        return paged(asked, found, 'per_page');
      },
    ],
    [
      'POST',
      at('/statuses/*'),
      ([commit = ''], asked) => {
        const body = bodyOf(asked);
        const [name = '', value = '', title = ''] = ['name', 'state', 'description'].map((member) =>
          textIn(body, member),
        );
        const isSame = state.checks.some(
          (one) => one.commit === commit && one.name === name && one.state === value,
        );
        if (isSame) return reply(400, { message: `Cannot transition status via :${value}` });
        state.setCheck({ commit, name, state: value, title });
        return reply(201, { id: 1, status: value, name });
      },
    ],
  ];
}

const levels: Readonly<Record<string, number>> = { admin: 40, write: 30, read: 20 };

function memberRoutes(state: ForgeState): readonly Route[] {
  const ids = () => [...state.members.keys()];
  return [
    [
      'GET',
      /^\/users$/,
      (_, { url }) => {
        const wanted = url.searchParams.get('username') ?? '';
        const id = ids().indexOf(wanted);
        return reply(200, id < 0 ? [] : [{ id, username: wanted }]);
      },
    ],
    [
      'GET',
      at('/members/all/*'),
      ([id]) => {
        const level = levels[state.members.get(ids()[Number(id)] ?? '') ?? ''];
        if (level === undefined) return reply(404, { message: '404 Not found' });
        return reply(200, { id: Number(id), access_level: level, state: 'active' });
      },
    ],
  ];
}

/** A merge request as the API returns it. */
export function shownOnGitLab(pull: FakePull): object {
  const { number, title, body, branch, base, labels } = pull;
  return {
    iid: number,
    title,
    description: body,
    draft: title.startsWith('Draft: '),
    state: pull.state === 'open' ? 'opened' : pull.state,
    web_url: `https://gitlab.example/acme/cloud/infra/-/merge_requests/${number}`,
    source_branch: branch,
    target_branch: base,
    sha: pull.commit,
    source_project_id: pull.isFork ? 8 : 7,
    target_project_id: 7,
    labels,
    updated_at: pull.changedAt,
    ...(pull.state === 'merged'
      ? { merged_at: pull.stateAt, merge_user: account(pull.endedBy ?? 'parley') }
      : {}),
    ...(pull.state === 'closed'
      ? { closed_at: pull.stateAt, closed_by: account(pull.endedBy ?? 'parley') }
      : {}),
  };
}
