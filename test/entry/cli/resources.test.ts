import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { initProject, newFolder, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

const kindFile = `kind: VirtualMachine
schema:
  type: object
  additionalProperties: false
  required: [size]
  properties: { size: { enum: [small, large] } }
`;

let project: string;

function write(size: string, name = 'my-app'): void {
  writeFileSync(
    join(project, 'vm.yaml'),
    `kind: VirtualMachine\nname: ${name}\nspec: { size: ${size} }\n`,
  );
}

async function run(...args: readonly string[]) {
  return parley(project, 'resources', ...args);
}

async function pushed(...args: readonly string[]) {
  const { out, code, err } = await run('push', 'vm.yaml', '--json', ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out)[0] as {
    readonly digest: string;
    readonly number: number;
    readonly change: string;
  };
}

beforeEach(() => {
  project = newFolder();
  mkdirSync(join(project, 'kinds', 'vm'), { recursive: true });
  writeFileSync(join(project, 'kinds', 'vm', 'kind.yaml'), kindFile);
  writeFileSync(join(project, 'kinds', 'vm', 'template.tf'), '');
  write('small');
});

describe('parley resources', () => {
  it('publishes a version, then another, and rolls back to the first', async () => {
    const first = await pushed();
    write('large');
    const diff = await run('diff', 'my-app', '--file', 'vm.yaml');
    const second = await pushed('--expect', first.digest);
    const back = await run('rollback', 'my-app', '1');
    const pinned = await run('pull', `my-app@${second.digest}`);
    const listed = await run('list');

    expect(diff.out).toContain('-  size: small\n+  size: large\n');
    expect(back.out).toContain('Updated my-app (VirtualMachine) version 3');
    expect(pinned.out).toBe(
      `# version 2, ${second.digest}\nkind: VirtualMachine\nname: my-app\nspec:\n  size: large\n`,
    );
    expect(listed.out).toMatch(/^my-app {2}VirtualMachine {2}v3 {2}sha256:[0-9a-f]{12}\n$/);
    expect((await run('diff', 'my-app', '1', '3')).out).toBe('');
  });

  it('accepts its own output unchanged', async () => {
    const first = await pushed();
    await run('pull', 'my-app', '--out', 'vm.yaml');

    expect(await pushed()).toMatchObject({ change: 'unchanged', digest: first.digest });
  });

  it('says in a dry run what would happen, and publishes nothing', async () => {
    const dry = await pushed('--dry-run');

    expect(dry).toMatchObject({ change: 'created', number: 1 });
    expect((await run('list')).out).toBe('Nothing is declared.\n');
    expect((await pushed()).digest).toBe(dry.digest);
  });

  it('removes a resource, and keeps its versions', async () => {
    await pushed();
    const removed = await run('remove', 'my-app');

    expect(removed.out).toContain('Removed my-app (VirtualMachine) version 2');
    expect((await run('list')).out).toBe('Nothing is declared.\n');
    expect((await run('list', '--all')).out).toContain('removed');
    expect(await run('rollback', 'my-app', '2')).toMatchObject({ code: 1 });
  });

  it('keeps tenants apart', async () => {
    await pushed('--tenant', 'team-a');

    expect((await run('list', '--tenant', 'team-b')).out).toBe('Nothing is declared.\n');
  });

  it.each<[string, readonly string[], string]>([
    ['another version', ['push', 'vm.yaml', '--expect', 'none'], 'is at version 1 (sha256:'],
    ['no digest', ['push', 'vm.yaml', '--expect', '1'], '--expect is not a digest'],
    [
      'half a source',
      ['push', 'vm.yaml', '--source', 'https://x'],
      '--source and --revision go together',
    ],
    ['a missing file', ['push', 'none.yaml'], 'none.yaml: The file of the resource cannot be read'],
    ['a name nobody has', ['status', 'nope'], 'There is no resource nope'],
    ['a version that there is not', ['pull', 'my-app@9'], 'my-app has no version 9'],
    ['a tenant that leads out', ['list', '--tenant', '../x'], '../x is not the name of a tenant'],
    [
      'a registry without encryption',
      ['list', '--registry', 'http://example.com'],
      'is not an https URL',
    ],
  ])('refuses %s', async (_, args, said) => {
    await pushed();
    write('large');
    const refused = await run(...args);

    expect(refused.code).toBe(1);
    expect(refused.out).toBe('');
    expect(refused.err).toContain(said);
  });

  it('refuses a spec that does not match the schema', async () => {
    write('huge');

    expect(await run('push', 'vm.yaml')).toMatchObject({ code: 1, out: '' });
  });

  it('attaches a verifiable receipt to each version', async () => {
    await initProject(project);
    const { digest } = await pushed();
    await pushed();
    const shown = JSON.parse((await parley(project, 'receipt', 'show', '--json')).out);
    const status = JSON.parse((await run('status', 'my-app', '--json')).out);

    expect(shown).toHaveLength(1);
    expect(shown[0].statement).toMatchObject({ kind: 'push', predicate: { about: { digest } } });
    expect(status.receipts).toMatchObject([{ version: digest }]);
    expect((await parley(project, 'receipt', 'verify')).code).toBe(0);
  });
});
