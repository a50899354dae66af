import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkScan } from '../../src/app/stack/schedules.ts';
import { configSchema } from '../../src/config/json-schema.ts';
import { resolveReferences, secretSettings } from '../../src/config/resolve.ts';
import { ConfigFile } from '../../src/config/schema.ts';
import { serviceIssues } from '../../src/config/service/checks.ts';
import { resolveService } from '../../src/config/service/resolved.ts';
import { formatProblem } from '../../src/model/result.ts';
import { readPlacedYaml } from '../../src/text/yaml-file.ts';

const token = 'token-of-some-length';
const env = { TOKEN: token, SHORT: 'short', HOOK: 'hook-of-some-length', REGION: 'eu-central-1' };

/** The problems of settings, as `line:column: message`. */
function wrong(text: string): readonly string[] {
  const read = readPlacedYaml(text, 'p.yaml', ConfigFile);
  if (!read.ok) return read.error.map((problem) => shown(formatProblem(problem)));
  const { value, problem } = read.value;
  const resolved = resolveService(value, env);
  const issues = [...serviceIssues(value, checkScan), ...(resolved.ok ? [] : resolved.error)];
  return issues.map((issue) => shown(formatProblem(problem(issue))));
}

function shown(text: string): string {
  return text
    .replace(/^p\.yaml:/, '')
    .replace(/ (?:See the comments|Set it in the environment).*/, '');
}

const forge = '{ name: hub, kind: github, token: "${TOKEN}" }';
const slack = `  - token: "\${TOKEN}"
    signing_secrets: ["\${TOKEN}"]
    action_keys: ["\${TOKEN}"]
    permissions: { teams: [T0123ABCD], people: {}, grants: {} }
`;

/** Settings with a stack on line 2 that has these further lines, followed by the rest. */
function stack(lines: string, rest = ''): string {
  return `stacks:
  - name: shop
    repository: https://git.example.com/acme/shop.git
${lines
  .split('\n')
  .map((line) => `    ${line}\n`)
  .join('')}${rest}`;
}

describe('settings of the service', () => {
  it.each<readonly [string, string]>([
    ['a stack that names nothing', stack('branch: main')],
    ['a forge of its own', stack('forge: hub', `forges:\n  - ${forge}\n`)],
    ['times', stack('scan: { every: 15m }')],
    ['a calendar', stack('scan: { cron: "0 3 * * 1-5", time_zone: Europe/Madrid }')],
    [
      'a channel with its app',
      `notifications:\n  - { name: a, kind: slack, channel: C0123ABCD }\nslack:\n${slack}`,
    ],
    [
      'records that are pushed',
      'sources:\n  - { name: a, kind: push, cloud: aws, secret: "${HOOK}" }\n',
    ],
    [
      'the same names of two tenants',
      `forges:\n  - ${forge}\n  - ${forge.replace('{', '{ tenant: acme,')}\n`,
    ],
    ['a policy for all of its stacks', stack('branch: main', 'policy: observe\n')],
    ['limits', 'limits: { tenant: { reconcile: { per_minute: 5 } }, forge: {} }\n'],
    ['places', 'places: { store: "postgres://db/parley", queue: "redis://cache:6379" }\n'],
  ])('may have %s', (_, text) => {
    expect(wrong(text)).toEqual([]);
  });

  it.each<readonly [string, string, string]>([
    [
      'a forge that is not there',
      stack('forge: hub'),
      '4:12: stacks.0.forge: There is no forge called hub.',
    ],
    [
      'a forge of another tenant',
      stack('forge: hub\ntenant: acme', `forges:\n  - ${forge}\n`),
      '4:12: stacks.0.forge: The forge hub belongs to another tenant than the stack.',
    ],
    [
      'a source that is not there',
      stack('sources: [trail]'),
      '4:15: stacks.0.sources.0: There is no source called trail.',
    ],
    [
      'a channel that is not there',
      stack('notify:\n  - ops'),
      '5:9: stacks.0.notify.0: There is no channel called ops.',
    ],
    [
      'a cron pattern that is none',
      stack('scan: { cron: "0 25 * * *" }'),
      '4:11: stacks.0.scan: 0 25 * * * is not a cron pattern.',
    ],
    [
      'a time zone that is none',
      stack('scan: { cron: "0 3 * * *", time_zone: Mars/One }'),
      '4:11: stacks.0.scan: Mars/One is not a time zone.',
    ],
    [
      'a workflow without a forge',
      stack('revert_workflow: { file: apply.yml, ref: main }'),
      '4:22: stacks.0.revert_workflow: A workflow is dispatched on a forge, and the stack names none.',
    ],
    [
      'a path for a forge with projects',
      '{ version: 1, forges: [{ name: hub, kind: gitea, url: "https://git.example.com/api/v1", token: "${TOKEN}" }], stacks: [{ name: shop, forge: hub, repository: /srv/shop }] }\n',
      '1:158: stacks.0.repository: A path does not say which project of the forge it is: set project.',
    ],
    [
      'a forge of this machine for a repository elsewhere',
      stack('forge: hub', 'forges: [{ name: hub, kind: local }]\n'),
      '3:17: stacks.0.repository: hub is for repositories on this machine: use a path.',
    ],
    [
      'a workflow on a forge of this machine',
      '{ version: 1, forges: [{ name: hub, kind: local }], stacks: [{ name: shop, forge: hub, repository: /srv/shop, revert_workflow: { file: apply.yml, ref: main } }] }\n',
      '1:128: stacks.0.revert_workflow: hub has no workflows.',
    ],
    [
      'a folder outside of the repository',
      stack('root: ../other'),
      '4:11: stacks.0.root: Use a folder of the repository, like envs/prod.',
    ],
    [
      'a branch that git would take for a flag',
      stack('branch: --upload-pack=x'),
      '4:13: stacks.0.branch: Use the name of a branch.',
    ],
    [
      'two stacks of a name',
      `${stack('branch: main')}${stack('branch: main').replace('stacks:\n', '')}`,
      '5:11: stacks.1.name: There are two stacks called shop.',
    ],
    [
      'a file as the policy of stacks',
      stack('branch: main', 'policy: ours.yaml\n'),
      '5:9: policy: For stacks, use one of default, accept-all, observe; a file belongs in the repository.',
    ],
    [
      'a limit that lets nothing through',
      'limits:\n  forge:\n    propose: { per_minute: 0 }\n',
      '3:28: limits.forge.propose.per_minute: Use a number from 1 to 60000.',
    ],
    [
      'a limit of a queue that there is none of',
      'limits:\n  forge:\n    notify: { per_minute: 9 }\n',
      '3:5: limits.forge: There is no setting called "notify".',
    ],
    [
      'two forges of a name',
      `forges:\n  - ${forge}\n  - ${forge}\n`,
      '3:5: forges.1: There are two forges called hub.',
    ],
    [
      'a channel of Slack without an app',
      'notifications:\n  - { name: a, kind: slack, channel: C0123ABCD }\n',
      '2:5: notifications.0: The tenant default has no slack settings, which this channel needs.',
    ],
    [
      'a secret in the file',
      'forges:\n  - { name: hub, kind: github, token: ghp_0123456789 }\n',
      '2:39: forges.0.token: Name an environment variable: ${NAME}.',
    ],
    [
      'a variable that is not set',
      'forges:\n  - { name: hub, kind: github, token: "${NONE}" }\n',
      '2:39: forges.0.token: The environment variable NONE is not set.',
    ],
    [
      'variables of a source that are not set',
      'sources:\n  - name: a\n    kind: cloudtrail-lookup\n    regions: ["${ONE}-${TWO}"]\n',
      '4:15: sources.0.regions.0: The environment variables ONE, TWO are not set.',
    ],
    [
      'a value that does not fit',
      'sources:\n  - name: a\n    kind: cloudtrail-lookup\n    regions: ["${TOKEN}"]\n',
      "4:15: sources.0.regions.0: With the environment's values: Use a region like eu-central-1.",
    ],
    [
      'a token that is short',
      'server:\n  tokens:\n    - { name: a, scopes: [read], token: "${SHORT}" }\n',
      '3:41: server.tokens.0.token: It needs at least 16 characters.',
    ],
    [
      'a secret of tickets that is short',
      'server:\n  tickets:\n    - { name: a, secret: "${SHORT}" }\n',
      '3:26: server.tickets.0.secret: It needs at least 16 characters.',
    ],
    [
      'a store that is no server',
      'places:\n  store: mysql://db\n',
      '2:10: places.store: Use a URL like postgres://host/database.',
    ],
    [
      'a queue of no kind',
      'places: { queue: "amqp://mq" }\n',
      '1:18: places.queue: Use a URL like redis://host or postgres://host/database.',
    ],
  ])('may not have %s', (_, text, says) => {
    expect(wrong(text)).toEqual([says]);
  });

  it('report everything that is missing at once', () => {
    const text = `forges:
  - { name: a, kind: github, token: "\${ONE}" }
  - { name: b, kind: gitlab, token: "\${TWO}" }
`;

    expect(wrong(text)).toEqual([
      '2:37: forges.0.token: The environment variable ONE is not set.',
      '3:37: forges.1.token: The environment variable TWO is not set.',
    ]);
  });
});

describe('references', () => {
  const Settings = z.strictObject({
    token: z.string().regex(/^\$\{\w+\}$/),
    url: z.string().regex(/^https:/),
  });
  const settings = { token: '${TOKEN}', url: 'https://${HOST}/x' };

  it('become the values of the environment', () => {
    const resolved = resolveReferences(Settings, settings, { TOKEN: 'abcdef', HOST: 'host' });

    expect(resolved).toMatchObject({
      ok: true,
      value: { settings: { token: 'abcdef', url: 'https://host/x' }, secrets: ['abcdef', 'host'] },
    });
  });

  it('are resolved once: a value that looks like one stays unchanged', () => {
    const values = { TOKEN: '${HOST}', HOST: '${TOKEN}' };

    expect(resolveReferences(Settings, settings, values)).toMatchObject({
      value: { settings: { token: '${HOST}', url: 'https://${TOKEN}/x' } },
    });
  });

  it('have values that appear in no message', () => {
    const resolved = resolveReferences(
      Settings.extend({ url: z.enum(['a', 'b']) }),
      // A schema may quote a value that it rejects.
      { token: '${TOKEN}', url: '${HOST}' as 'a' },
      { TOKEN: 'abcdef', HOST: 'secret-host' },
    );

    expect(JSON.stringify(resolved)).not.toContain('secret-host');
    expect(resolved.ok).toBe(false);
  });

  it('replace the values in texts again, the longest first', () => {
    const resolved = resolveReferences(Settings, settings, { TOKEN: 'host-two', HOST: 'host' });

    expect(resolved.ok && resolved.value.hide('to host-two and host')).toBe(
      'to ${TOKEN} and ${HOST}',
    );
  });

  it('cannot be checked by pattern only in secrets, which are all listed', () => {
    const found = new Set<string>();
    const walk = (schema: unknown, key: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      if ('pattern' in schema && String(schema.pattern).startsWith('^\\$\\{')) found.add(key);
      for (const [name, value] of Object.entries(schema)) {
        const isPart = ['items', 'anyOf', 'oneOf', 'allOf', 'properties'].includes(name);
        walk(value, isPart || /^\d+$/.test(name) ? key : name);
      }
    };
    walk(configSchema(), '');

    expect([...found].sort()).toEqual([...secretSettings].sort());
  });
});

describe('docs/parley.schema.json', () => {
  it('is what `parley config schema` prints', () => {
    const file = resolve(import.meta.dirname, '../../docs/parley.schema.json');

    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(configSchema());
  });
});
