import { describe, expect, it } from 'vitest';
import { ConfigFile } from '../../../src/config/schema.ts';
import { idleSettings } from '../../../src/config/service/idle.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { fileOutside, stackConfig } from '../../../src/entry/service/stack-config.ts';
import { stackEnvironment } from '../../../src/entry/service/stack-environment.ts';

const stack = Stack.parse({ name: 'shop', repository: '/srv/shop.git', workspace: 'prod' });

/** Every setting with a value other than its default, as a repository may have it. */
const everything = ConfigFile.parse({
  state: 's3://evil/state',
  var_files: ['prod.tfvars'],
  workspace: 'evil',
  policy: 'observe',
  adopt: 'all',
  kubernetes: [{ path: 'k8s' }],
  actors: [{ id: 'bot', class: 'controller', name: 'Bot', principal: 'arn:aws:iam::*:role/bot' }],
  deployers: ['arn:aws:iam::123456789012:role/ci'],
  environments: [{ name: 'production', path: 'envs/prod' }],
  incidents: [{ id: 'INC-1', from: '2026-03-14T02:00:00Z' }],
  incidents_file: '/etc/passwd',
  maintenance: [{ id: 'M-1', from: '2026-03-14T02:00:00Z' }],
  freezes: [{ from: '2026-03-14T02:00:00Z' }],
  sources: [{ name: 's', kind: 'cloudtrail-lookup', regions: ['us-east-1'] }],
  collect_every: '1h',
  stacks: [{ name: 'evil', repository: 'https://evil.example/x.git' }],
  forges: [{ kind: 'gitea', name: 'evil', url: 'https://evil.example', token: '$' + '{HOME}' }],
  notifications: [{ kind: 'slack', name: 'evil', channel: 'C0EVIL' }],
  server: { rate: 1 },
  retention: { runs: '1d' },
  places: { store: 'postgres://evil.example/x' },
  pending_window: '1h',
  terraform: { timeout: 1 },
  model: { name: 'm', base_url: 'https://evil.example' },
  opa: { url: 'https://evil.example' },
});

const ownWords = [
  'actors',
  'adopt',
  'deployers',
  'environments',
  'freezes',
  'incidents',
  'kubernetes',
  'maintenance',
  'pending_window',
  'policy',
  'var_files',
];

describe('settings of a run', () => {
  it("include only the project's own decisions from the repository", () => {
    const config = stackConfig({
      own: everything,
      service: ConfigFile.parse({}),
      stack,
      hasPolicyFile: false,
      incidents: [],
    });
    const defaults = ConfigFile.parse({});
    const taken = Object.keys(config).filter((key) => {
      const name = key as keyof ConfigFile;
      return JSON.stringify(config[name]) !== JSON.stringify(defaults[name]);
    });
    expect(taken.sort()).toEqual([...ownWords, 'workspace']);
    expect(config.workspace).toBe('prod');
    expect(JSON.stringify(config)).not.toContain('evil');
  });

  it("have model, external policy and Terraform of the service, and the tenant's incidents", () => {
    const { model, opa, terraform } = everything;
    const body = { id: 'INC-2', from: '2026-03-14T02:00:00Z' };
    const config = stackConfig({
      own: ConfigFile.parse({ var_files: ['a.tfvars'] }),
      service: everything,
      stack: { ...stack, var_files: ['b.tfvars'] },
      hasPolicyFile: false,
      incidents: [
        { id: 'INC-2', time: '2026-03-14T02:00:00Z', body },
        { id: 'x', time: '2026-03-14T02:00:00Z', body: { from: 'never' } },
      ],
    });
    expect(config).toMatchObject({ model, opa, terraform, var_files: ['b.tfvars'] });
    expect(config.incidents.map(({ id }) => id)).toEqual(['INC-2']);
  });
});

it('knows which settings a run takes only from the repository', () => {
  const config = stackConfig({
    own: ConfigFile.parse({}),
    service: everything,
    stack,
    hasPolicyFile: false,
    incidents: [],
  });
  const defaults = ConfigFile.parse({});
  const idle = idleSettings(everything);

  // A run takes `var_files` and `workspace` from the stack.
  expect([...idle].sort()).toEqual(
    [...ownWords, 'state', 'workspace'].filter((name) => name !== 'policy').sort(),
  );
  for (const name of idle.filter((each) => each !== 'workspace')) {
    expect(config[name as keyof ConfigFile]).toEqual(defaults[name as keyof ConfigFile]);
  }
});

describe('the policy of a run', () => {
  it.each<readonly [string, object, boolean, string | undefined]>([
    ['that of the repository', { policy: 'accept-all' }, false, 'accept-all'],
    ['the file of the repository, which needs no naming', {}, true, undefined],
    ['that of the service else', {}, false, 'observe'],
  ])('is %s', (_, own, hasPolicyFile, policy) => {
    const config = stackConfig({
      own: ConfigFile.parse(own),
      service: ConfigFile.parse({ policy: 'observe' }),
      stack,
      hasPolicyFile,
      incidents: [],
    });

    expect(config.policy).toBe(policy);
  });
});

describe('files named in settings', () => {
  const place = { root: '/r/envs/prod', top: '/r' };
  const cases: readonly (readonly [string, object, boolean])[] = [
    ['a built-in policy', { policy: 'accept-all' }, true],
    ['a policy of the repository', { policy: '../../policy.yaml' }, true],
    ['a policy above', { policy: '../../../policy.yaml' }, false],
    ['an absolute policy', { policy: '/etc/passwd' }, false],
    ['var files', { var_files: ['prod.tfvars', '../common.tfvars'] }, true],
    ['var files beside', { var_files: ['../../../r2/x.tfvars'] }, false],
    ['absolute var files', { var_files: ['/r/x.tfvars'] }, true],
  ];

  it.each(cases)('%s', (_, settings, isFine) => {
    expect(fileOutside(ConfigFile.parse(settings), place).ok).toBe(isFine);
  });
});

describe('the environment of a run', () => {
  it('has variables of clouds and Terraform, and no secret of the service', () => {
    const name = (text: string) => `$${`{${text}}`}`;
    const written = ConfigFile.parse({
      forges: [{ kind: 'gitlab', name: 'lab', token: name('LAB_KEY') }],
      server: { tokens: [{ name: 'a', scopes: ['read'], token: name('API_KEY') }] },
      places: { queue: name('QUEUE_URL') },
      sources: [{ name: 's', kind: 'cloudtrail-lookup', regions: [name('AWS_REGION')] }],
      model: { name: 'm', api_key_env: 'MODEL_KEY' },
      opa: { url: 'https://opa.example', token_env: 'OPA_KEY' },
    });
    const kept = {
      ...{ PATH: '/bin', AWS_REGION: 'eu-central-1', TF_VAR_size: '3', ARM_TENANT_ID: 't' },
      ...{ TF_HTTP_PASSWORD: 'p', TFE_TOKEN: 't', IDENTITY_ENDPOINT: 'i', HTTPS_PROXY: 'h' },
    };
    const gone = {
      NODE_OPTIONS: 'x',
      LD_PRELOAD: 'x',
      DEPLOY_KEY: 'x',
      CI_JOB_TOKEN: 'x',
      LAB_KEY: 'x',
      API_KEY: 'x',
      QUEUE_URL: 'x',
      MODEL_KEY: 'x',
      OPA_KEY: 'x',
      PARLEY_STORE: 'x',
      PGPASSWORD: 'x',
      GITHUB_TOKEN: 'x',
    };
    expect(stackEnvironment({ ...kept, ...gone }, written)).toEqual(kept);
  });
});
