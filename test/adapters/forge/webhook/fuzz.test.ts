import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { giteaHook } from '../../../../src/adapters/forge/gitea/webhook.ts';
import { githubHook } from '../../../../src/adapters/forge/github/webhook.ts';
import { gitlabHook } from '../../../../src/adapters/forge/gitlab/webhook.ts';
import { type Hook, receive } from '../../../../src/adapters/forge/webhook/delivery.ts';
import { cases } from '../../../cases.ts';
import { mutated } from '../../../mutated-json.ts';

const secret = "It's a Secret to Everybody";
const text = '<!-- parley: intent=intent-1 drift=drift-1 -->\nText.\n<!-- /parley -->';
const repository = { full_name: 'acme/infra' };
const sender = { login: 'maria', type: 'User' };
const hmac = (body: string | Buffer) => createHmac('sha256', secret).update(body).digest('hex');

const pull = {
  action: 'closed',
  pull_request: {
    ...{ number: 7, merged: true, body: text, base: { ref: 'main' } },
    head: { ref: 'parley/intent-1', sha: 'abc', repo: repository },
  },
  ...{ repository, sender },
};
const comment = {
  action: 'created',
  issue: { number: 7, pull_request: {} },
  is_pull: true,
  comment: { id: 11, body: '/parley accept', user: sender },
  ...{ repository, sender },
};
const user = { username: 'maria' };
const project = { path_with_namespace: 'acme/cloud/infra' };
const merge = {
  ...{ object_kind: 'merge_request', user, project },
  object_attributes: {
    ...{ iid: 7, action: 'merge', description: text, source_branch: 'parley/intent-1' },
    ...{ target_branch: 'main', source_project_id: 7, target_project_id: 7 },
  },
};
const note = {
  ...{ object_kind: 'note', user, project, merge_request: { iid: 7 } },
  object_attributes: {
    id: 11,
    note: '/parley why',
    noteable_type: 'MergeRequest',
    action: 'create',
  },
};

type Sign = (body: string) => Readonly<Record<string, string>>;

const dialects: readonly (readonly [
  string,
  Hook,
  Sign,
  kinds: readonly (readonly [string, object])[],
])[] = [
  [
    'github',
    githubHook,
    (body) => ({ 'x-hub-signature-256': `sha256=${hmac(body)}` }),
    [
      ['pull_request', pull],
      ['issue_comment', comment],
    ],
  ],
  [
    'gitea',
    giteaHook,
    (body) => ({ 'x-gitea-signature': hmac(body) }),
    [
      ['pull_request', pull],
      ['issue_comment', comment],
    ],
  ],
  [
    'gitlab',
    gitlabHook,
    () => ({ 'x-gitlab-token': secret }),
    [
      ['Merge Request Hook', merge],
      ['Note Hook', note],
    ],
  ],
];

/** Whether the source of the event is in the same repository as its target. */
function isOwnBranch(body: unknown): boolean {
  const at = (...path: readonly string[]): unknown =>
    path.reduce<unknown>((value, key) => (Object(value) as Record<string, unknown>)[key], body);
  const of = (key: string) => at('object_attributes', key);
  if (of('source_project_id') !== undefined) {
    return of('source_project_id') === of('target_project_id');
  }
  return at('pull_request', 'head', 'repo', 'full_name') === at('repository', 'full_name');
}

describe.each(dialects)(
  'a correctly signed webhook of %s with arbitrary content',
  (_, hook, sign, kinds) => {
    it('is read as documented, or refused', () => {
      const any = fc
        .constantFrom(...kinds)
        .chain(([kind, genuine]) => mutated(genuine).map((value) => [kind, value] as const));
      fc.assert(
        fc.property(any, ([kind, value]) => {
          const body = JSON.stringify(value) ?? '';
          const headers = { ...sign(body), [hook.kindHeader]: kind };
          const received = receive(hook, { headers, body: Buffer.from(body) }, secret);

          if (!received.ok) {
            expect(received.error.code).toBe('webhook-body');
            expect(received.error.message.length).toBeLessThan(200);
            return;
          }
          const { event } = received.value;
          if (event.kind === 'other') return;
          expect(Number.isSafeInteger(event.number) && event.number > 0).toBe(true);
          expect(event.repository).not.toBe('');
          if (event.kind === 'proposal') expect(isOwnBranch(JSON.parse(body))).toBe(true);
        }),
        { numRuns: cases(20_000, 300) },
      );
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });

    it('is rejected if a byte of its body or signature has changed', () => {
      const [kind, genuine] = kinds[0] ?? ['', {}];
      const body = Buffer.from(JSON.stringify(genuine));
      const headers = sign(body.toString());
      const [name = '', value = ''] = Object.entries(headers)[0] ?? [];
      fc.assert(
        fc.property(
          fc.nat(body.length - 1),
          fc.nat(value.length - 1),
          fc.boolean(),
          (at, of, inBody) => {
            const other = Buffer.from(body);
            other[at] = (other[at] ?? 0) ^ 1;
            const forged = `${value.slice(0, of)}${value[of] === 'a' ? 'b' : 'a'}${value.slice(of + 1)}`;
            // GitLab's token does not cover the body.
            const isBody = inBody && hook.forge !== 'gitlab';
            const shown = {
              [hook.kindHeader]: kind,
              ...headers,
              ...(isBody ? {} : { [name]: forged }),
            };
            const received = receive(hook, { headers: shown, body: isBody ? other : body }, secret);

            expect(received).toMatchObject({ ok: false, error: { code: 'webhook-signature' } });
          },
        ),
        { numRuns: cases(5000, 100) },
      );
    });
  },
);
