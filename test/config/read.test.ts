import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import type { ConfigFile } from '../../src/config/schema.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-config-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(text: string): void {
  writeFileSync(join(root, 'parley.yaml'), text);
}

async function valid(text: string): Promise<ConfigFile> {
  write(text);
  const result = await readConfig(root, undefined);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('settings', () => {
  it('have defaults, with and without a file', async () => {
    const none = await readConfig(root, undefined);
    const empty = await valid('');

    expect(none).toEqual({ ok: true, value: empty });
    expect(empty).toEqual({
      version: 1,
      var_files: [],
      adopt: 'related',
      roots: [],
      actors: [],
      approvers: [],
      deployers: [],
      environments: [],
      incidents: [],
      maintenance: [],
      freezes: [],
      declarations: [],
      operations: [],
      kubernetes: [],
      pending_window: '30m',
      sources: [],
      collect_every: '5m',
      look_every: '1h',
      stacks: [],
      gitops: [],
      forges: [],
      notifications: [],
      slack: [],
      limits: {
        run: { time: '30m', memory: 1024 },
        trial: { time: '25s' },
        tenant: {
          collect: { per_minute: 60, burst: 60 },
          reconcile: { per_minute: 30, burst: 30 },
          propose: { per_minute: 60, burst: 30 },
          converge: { per_minute: 30, burst: 30 },
          notify: { per_minute: 120, burst: 20 },
          feedback: { per_minute: 300, burst: 100 },
        },
        forge: {
          propose: { per_minute: 30, burst: 20 },
          converge: { per_minute: 30, burst: 20 },
          feedback: { per_minute: 300, burst: 100 },
        },
      },
      server: {
        ...{ tokens: [], rate: 600, trusted_proxies: [], tickets: [] },
        sign_in: { session: '12h', oidc: [], grants: [], people: [] },
      },
      retention: {
        runs: '180d',
        unused_records: '30d',
        receipts: '730d',
        history: '730d',
        deliveries: '30d',
      },
      places: {},
      terraform: { timeout: 600 },
    });
  });

  it('come from the file that is named', async () => {
    write('adopt: all\n');
    const other = join(root, 'other.yaml');
    writeFileSync(other, 'adopt: related\n');
    const result = await readConfig(root, other);

    expect(result).toMatchObject({ ok: true, value: { adopt: 'related' } });
  });

  it('may use anchors', async () => {
    const text =
      'freezes:\n  - &year\n    from: 2026-12-20T00:00:00Z\n    reason: end of year\n  - *year\n';

    expect((await valid(text)).freezes).toHaveLength(2);
  });

  it.each([
    [
      'a key that does not exist',
      'version: 1\npolcy: default\n',
      '2:1',
      'There is no setting called "polcy".',
    ],
    [
      'a key that does not exist inside',
      'incidents:\n  - id: a\n    from: 2026-01-01T00:00:00Z\n    till: x\n',
      '4:5',
      'incidents.0: There is no setting called "till".',
    ],
    ['another version', 'version: 2\n', '1:10', 'version: Use version 1.'],
    ['a choice that is none', 'adopt: some\n', '1:8', 'adopt: Use one of none, related, all.'],
    [
      'money without a price',
      'model:\n  name: m\n  budget_money: 5\n',
      '2:3',
      'model: budget_money needs the price of a million tokens.',
    ],
    ['another type', 'policy: [a]\n', '1:9', 'policy: This has to be a text.'],
    ['a list at the top', '- a\n', '1:1', 'This has to be a map of settings.'],
    ['a map for a list', 'var_files: {a: b}\n', '1:12', 'var_files: This has to be a list.'],
    [
      'a day for a time',
      'freezes:\n  - from: 2026-12-20\n',
      '2:11',
      'freezes.0.from: Use a time like 2026-03-14T02:00:00Z.',
    ],
    [
      'a time without a zone',
      'freezes:\n  - from: 2026-12-20T00:00:00\n',
      '2:11',
      'freezes.0.from: Use a time like 2026-03-14T02:00:00Z.',
    ],
    [
      'an incident without an id',
      'incidents:\n  - from: 2026-12-20T00:00:00Z\n',
      '2:5',
      'incidents.0.id: This has to be a text.',
    ],
    [
      'an environment of nothing',
      'environments:\n  - name: x\n',
      '2:5',
      'environments.0: Say what belongs to the environment: tag and values, addresses, workspace, or path.',
    ],
    [
      'a tag without values',
      'environments:\n  - name: x\n    tag: Env\n',
      '2:5',
      'environments.0: tag and values go together.',
    ],
    [
      'a class that is none',
      'actors:\n  - {id: a, class: robot, principal: x}\n',
      '2:20',
      /actors\.0\.class: Use one of human, /,
    ],
    ['an actor without conditions', 'actors:\n  - {id: a, class: cost}\n', '2:5', /condition/],
    [
      'an actor twice',
      'actors:\n  - {id: a, class: cost, principal: x}\n  - {id: a, class: cost, principal: y}\n',
      '2:3',
      'actors: Two signatures have the id a.',
    ],
    [
      'an expression that looks around',
      'actors:\n  - id: a\n    class: cost\n    userAgent: {regex: "a(?=b)"}\n',
      '4:24',
      /RE2 cannot read the expression/,
    ],
    [
      'evidence that is raised',
      'actors:\n  - {id: a, class: cost, userAgent: x, evidence: trusted}\n',
      '2:50',
      /evidence: /,
    ],
    [
      'YAML that does not parse',
      'actors:\n  - id: "a\n',
      '3:1',
      /^The YAML does not parse: .*[^.]\.$/,
    ],
    [
      'a key twice',
      'policy: a\npolicy: b\n',
      '2:1',
      /^The YAML does not parse: Map keys must be unique/,
    ],
    ['two documents', 'version: 1\n---\nversion: 1\n', '2:1', /several YAML documents/],
    [
      'aliases that explode',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: [${'*b,'.repeat(9)}]\n`,
      '1:1',
      /^The YAML cannot be read: /,
    ],
    [
      'an order to a terminal',
      '"\\e[2Jx": 1\n',
      '1:1',
      'There is no setting called "\\u001b[2Jx".',
    ],
  ])('with %s are refused, with the place', async (_, text, position, says) => {
    write(text);
    const result = await readConfig(root, undefined);
    const error = result.ok ? undefined : result.error;
    const { file, line, column } = error?.place ?? { file: '' };

    expect(error?.code).toBe('invalid-configuration');
    expect(file).toBe(join(root, 'parley.yaml'));
    expect(`${line}:${column}`).toBe(position);
    if (typeof says === 'string') expect(error?.message).toBe(says);
    else expect(error?.message).toMatch(says);
  });

  it.each([
    ['missing', 'nowhere.yaml', 'config-not-found'],
    ['a folder', 'folder', 'config-unreadable'],
  ])('named and %s are refused', async (_, name, code) => {
    mkdirSync(join(root, 'folder'));
    const file = join(root, name);

    expect(await readConfig(root, file)).toMatchObject({
      ok: false,
      error: { code, place: { file } },
    });
  });

  it('are never ignored if they cannot be read', async () => {
    mkdirSync(join(root, 'parley.yaml'));

    expect(await readConfig(root, undefined)).toMatchObject({
      ok: false,
      error: { code: 'config-unreadable' },
    });
  });
});
