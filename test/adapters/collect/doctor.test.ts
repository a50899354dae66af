import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { checkSources } from '../../../src/app/doctor/sources.ts';
import { newFolder, removeFolders } from '../../entry/cli/parley.ts';
import { startHistory } from './servers/cloudtrail.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  removeFolders();
});

function check(sources: string, env: Readonly<Record<string, string>>, online = false) {
  const folder = newFolder();
  writeFileSync(join(folder, 'parley.yaml'), `sources:\n${sources}`);
  const io = {
    out: () => undefined,
    err: () => undefined,
    env,
    cwd: folder,
    now: () => '2026-03-15T09:00:00Z',
    elapsed: () => 0,
    columns: 80,
    color: false,
  };
  return checkSources(io, folder, { online, config: 'parley.yaml' });
}

const aws = '  - { name: history, kind: cloudtrail-lookup, regions: [us-east-1] }\n';
const azure = `  - name: azure
    kind: azure-activity
    subscriptions: [11111111-1111-4111-8111-111111111111]
`;
const gcp = '  - { name: gcp, kind: gcp-audit, parents: [projects/shop-prod] }\n';

it.each([
  ['aws', aws, { AWS_PROFILE: 'not-shown' }, 'credentials by AWS_PROFILE'],
  ['azure', azure, { AZURE_CLIENT_ID: 'x' }, 'credentials by AZURE_CLIENT_ID'],
  ['gcp', gcp, { GOOGLE_APPLICATION_CREDENTIALS: 'x' }, 'GOOGLE_APPLICATION_CREDENTIALS'],
])('finds credentials for %s in the environment', async (_, sources, env, detail) => {
  const [found] = await check(sources, env);
  expect(found).toMatchObject({ state: 'ok', detail: expect.stringContaining(detail) });
  expect(found?.detail).not.toContain('not-shown');

  const home = newFolder();
  expect(await check(sources, { HOME: home })).toMatchObject([{ state: 'missing' }]);
});

it('finds credentials in the home folder', async () => {
  const home = newFolder();
  mkdirSync(join(home, '.aws'));
  writeFileSync(join(home, '.aws', 'credentials'), '');

  expect(await check(aws, { HOME: home })).toMatchObject([
    { state: 'ok', detail: 'cloudtrail-lookup, credentials by ~/.aws/credentials' },
  ]);
});

it('names a variable that is not set', async () => {
  const sources =
    '  - { name: h, kind: cloudtrail-lookup, regions: [us-east-1], profile: "${P}" }\n';
  expect(await check(sources, {})).toMatchObject([
    { state: 'wrong', detail: expect.stringContaining('variable P,') },
  ]);
});

it('calls the cloud with --online', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-real-secret');
  const server = await startHistory([]);
  const sources = `  - { name: h, kind: cloudtrail-lookup, regions: [us-east-1], endpoint: "${server.url}" }\n`;
  const [answered] = await check(sources, {}, true);
  server.faults.push('AccessDeniedException');
  const [refused] = await check(sources, {}, true);
  await server.stop();

  expect(answered).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('answers for own'),
  });
  expect(server.calls[0]?.MaxResults).toBe(1);
  expect(refused).toMatchObject({
    state: 'wrong',
    detail: expect.stringContaining('AccessDeniedException'),
    advice: expect.stringContaining('docs/collect.md'),
  });
});
