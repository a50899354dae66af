import { afterEach, beforeEach, expect, it } from 'vitest';
import { createForges } from '../../../src/adapters/forge/create.ts';
import type { Concerned, FeedbackDeps } from '../../../src/app/feedback/deps.ts';
import { dispatchRevert } from '../../../src/app/feedback/dispatch.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { claimKeys } from '../../../src/ports/store/state/keys.ts';
import { fakeClock } from '../../adapters/forge/servers/clock.ts';
import { noLocal, valued } from '../../adapters/forge/servers/forges.ts';
import { githubToken, startGitHub } from '../../adapters/forge/servers/github.ts';
import type { FakeForge } from '../../adapters/forge/servers/serve.ts';
import { proposalOf } from '../../adapters/store/service-runs.ts';
import { openTestServiceStore, type TestServiceStore } from '../../adapters/store/service-store.ts';

let forge: FakeForge;
let opened: TestServiceStore;
beforeEach(async () => {
  forge = await startGitHub();
  opened = await openTestServiceStore();
  forge.state.create({ branch: 'parley/i-1', base: 'main', title: 'put back', body: '' });
});
afterEach(async () => {
  await forge.stop();
  await opened.stop();
});

const now = () => '2026-03-15T10:00:00.000Z';

function concerned(): Concerned {
  const stack = Stack.parse({
    name: 'prod',
    repository: '/srv/infra',
    project: 'acme/infra',
    forge: 'hub',
    revert_workflow: { file: 'apply.yml', ref: 'main' },
  });
  const hub = {
    kind: 'github',
    name: 'hub',
    tenant: 'default',
    url: forge.url,
    token: githubToken,
  } as const;
  const found = valued(
    createForges({ forges: [hub], clock: fakeClock(), local: noLocal }).of(stack),
  );
  if (found === undefined) throw new Error('The stack has a forge.');
  const key = { tenant: 'default', stack: 'prod' };
  return {
    key,
    stack,
    forge: found,
    known: proposalOf('default', 'prod', 1, { kind: 'revert', forge: 'hub' }),
    at: now(),
  };
}

const dispatch = () =>
  dispatchRevert({ store: opened.store, now } as unknown as FeedbackDeps, concerned());
const comments = () => forge.state.get(1).comments;
const post = (status: number, late: boolean) =>
  forge.instead.push({ method: 'POST', late, answer: { status, body: '{}' } });

it('starts a workflow once, and says so once', async () => {
  expect(await dispatch()).toMatchObject({ ok: true });
  expect(await dispatch()).toMatchObject({ ok: true });

  expect(forge.state.dispatched).toHaveLength(1);
  expect(comments()).toHaveLength(1);
  expect(comments()[0]).toContain('was started');
});

it('does not start a workflow again if the answer was lost', async () => {
  post(502, true);
  expect(await dispatch()).toMatchObject({ ok: true });
  expect(await dispatch()).toMatchObject({ ok: true });

  expect(forge.state.dispatched).toHaveLength(1);
  expect(comments()).toHaveLength(1);
  expect(comments()[0]).toContain('It is not known whether');
});

it('does not start a workflow again if it was killed after it began', async () => {
  const until = '2026-04-15T10:00:00.000Z';
  const claim = { value: { outcome: 'begun', reason: '' }, until } as const;
  const { known } = concerned();
  const key = claimKeys.dispatch('prod', 'hub', 1, known.digest);
  await opened.store.claims.take('default', key, claim);

  expect(await dispatch()).toMatchObject({ ok: true });
  expect(forge.state.dispatched).toEqual([]);
  expect(comments()[0]).toContain('It is not known whether');
});

it('says why the forge refuses to start a workflow', async () => {
  post(404, false);
  expect(await dispatch()).toMatchObject({ ok: true });

  expect(forge.state.dispatched).toEqual([]);
  expect(comments()[0]).toContain('could not be started');
});

it('tries again after a rate limit, since nothing was started', async () => {
  const headers = { 'retry-after': '7200' };
  forge.instead.push({ method: 'POST', late: false, answer: { status: 429, headers, body: '{}' } });
  expect(await dispatch()).toMatchObject({ ok: false, error: { code: 'forge-rate-limit' } });
  expect(await dispatch()).toMatchObject({ ok: true });

  expect(forge.state.dispatched).toHaveLength(1);
});
