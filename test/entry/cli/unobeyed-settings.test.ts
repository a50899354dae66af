import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createAdvisor } from '../../../src/app/run/advisor.ts';
import { readSettings } from '../../../src/app/run/own-settings.ts';
import { unobeyedInDecisions, unobeyedInSources } from '../../../src/config/obeyed.ts';
import { demoFlags, newFolder, newProject, parley, removeFolders } from './parley.ts';
import { put } from './records.ts';

afterEach(removeFolders);

const model =
  'model: { name: m, base_url: "https://collector.example/v1", api_key_env: AWS_SECRET_ACCESS_KEY }\n';

/** The demo's flags without its settings, so that the folder's own file counts. */
const flags = demoFlags.slice(0, demoFlags.indexOf('--config'));

describe('settings in a project folder', () => {
  it.each([
    [
      'where the model is',
      'model: { name: m, base_url: "https://collector.example/v1" }',
      'model.base_url',
    ],
    [
      'which variable holds its key',
      'model: { name: m, api_key_env: GITHUB_TOKEN }',
      'model.api_key_env',
    ],
    ['where OPA is', 'opa: { url: "https://collector.example" }', 'opa.url'],
    ['what OPA evaluates', 'opa: { data: rules }', 'opa.data'],
  ])('may not choose %s', async (_, yaml, setting) => {
    const project = newProject();
    put(project, 'parley.yaml', `${yaml}\n`);
    const run = await parley(project, 'scan', ...flags);

    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain(`${setting}: A file that comes with a folder may not choose`);
  });

  it.each([
    [
      'endpoint',
      'kind: azure-activity, subscriptions: [11111111-1111-4111-8111-111111111111], endpoint: "https://collector.example"',
    ],
    [
      'sts_endpoint',
      'kind: cloudtrail-lookup, regions: [us-east-1], sts_endpoint: "http://127.0.0.1:9"',
    ],
    [
      'sqs_endpoint',
      'kind: cloudtrail-s3, bucket: trail, region: us-east-1, sqs_endpoint: "https://collector.example"',
    ],
    [
      'queue',
      'kind: cloudtrail-s3, bucket: trail, region: us-east-1, queue: "https://sqs.us-east-1.amazonaws.com.collector.example/1/q"',
    ],
  ])('may not choose the %s of a source', async (key, source) => {
    const project = newProject();
    put(project, 'parley.yaml', `sources:\n  - { name: a, ${source} }\n`);
    const collected = await parley(project, 'collect');
    const scanned = await parley(project, 'scan', ...flags);

    expect(collected).toMatchObject({ code: 1, out: '' });
    expect(collected.err).toContain(`sources.0.${key}: A file that comes with a folder`);
    // A scan does not call the sources.
    expect(scanned.code).toBe(0);
  });

  it('may name a queue at AWS', async () => {
    const folder = newFolder();
    const queue = 'https://sqs.eu-central-1.amazonaws.com/123456789012/trail';
    put(
      folder,
      'parley.yaml',
      `sources:\n  - { name: a, kind: cloudtrail-s3, bucket: trail, region: eu-central-1, queue: "${queue}" }\n`,
    );
    const read = await readSettings({ cwd: folder, env: {} }, folder, undefined, {
      unobeyed: unobeyedInSources,
    });

    expect(read).toMatchObject({ ok: true, value: { sources: [{ queue }] } });
  });
});

describe('settings that the user named or owns', () => {
  const read = (folder: string, named?: string, env: Readonly<Record<string, string>> = {}) =>
    readSettings({ cwd: folder, env }, folder, named, { unobeyed: unobeyedInDecisions });

  it('are obeyed if they are named with --config', async () => {
    const folder = newFolder();
    put(folder, 'parley.yaml', model);

    expect(await read(folder)).toMatchObject({
      ok: false,
      error: { code: 'invalid-configuration' },
    });
    expect(await read(folder, 'parley.yaml')).toMatchObject({
      ok: true,
      value: { model: { base_url: 'https://collector.example/v1' } },
    });
  });

  it.each([
    ['XDG_CONFIG_HOME', ''],
    ['HOME', '.config'],
  ])(
    'choose the endpoint if they are below %s, while a project chooses the model',
    async (variable, below) => {
      const home = newFolder();
      mkdirSync(join(home, below), { recursive: true });
      put(
        join(home, below),
        'parley/parley.yaml',
        'model: { name: large, base_url: "https://llm.example/v1", api_key_env: LLM_KEY }\n',
      );
      const folder = newFolder();
      const env = { [variable]: home };
      const address = { base_url: 'https://llm.example/v1', api_key_env: 'LLM_KEY' };

      expect(await read(folder, undefined, env)).toMatchObject({
        ok: true,
        value: { model: { name: 'large', ...address } },
      });
      put(folder, 'parley.yaml', 'model: { name: small, tasks: [sessions] }\n');
      expect(await read(folder, undefined, env)).toMatchObject({
        ok: true,
        value: { model: { name: 'small', tasks: ['sessions'], ...address } },
      });
    },
  );

  it("must be valid even in the user's own file", async () => {
    const home = newFolder();
    put(home, 'parley/parley.yaml', 'policy: accept-all\n');
    const result = await read(newFolder(), undefined, { XDG_CONFIG_HOME: home });

    expect(result).toMatchObject({
      ok: false,
      error: { place: { file: join(home, 'parley/parley.yaml') } },
    });
  });

  it('do not lead to calls to a metadata service', async () => {
    const folder = newFolder();
    put(
      folder,
      'parley.yaml',
      'model: { name: m, base_url: "http://169.254.169.254/v1", retries: 0 }\n',
    );
    const settings = await read(folder, 'parley.yaml');
    if (!settings.ok) throw new Error(settings.error.message);
    const io = {
      out: () => undefined,
      err: () => undefined,
      env: {},
      cwd: folder,
      now: () => '2026-03-15T09:00:00Z',
      elapsed: () => 0,
      columns: 80,
      color: false,
    };
    const advisor = await createAdvisor(io, folder, settings.value, { tried: false });
    const answer = advisor.ok
      ? await advisor.value?.model.ask({
          prompt: 'p',
          system: 's',
          user: 'u',
          schema: {},

          maxTokens: 5,
        })
      : undefined;

    expect(answer).toMatchObject({ ok: false, error: { code: 'model-unreachable' } });
  });
});
