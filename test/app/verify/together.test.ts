import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOptions } from '../../../src/app/run/options.ts';
import { checkAll } from '../../../src/app/verify/check.ts';
import type { VerifySession } from '../../../src/app/verify/request.ts';
import { singledOut } from '../../../src/app/verify/single-out.ts';
import { terraformEnvironment } from '../../../src/code/terraform/run/environment.ts';
import { keepCopy } from '../../../src/code/terraform/run/kept-copy.ts';
import { createTerraformRunner } from '../../../src/code/terraform/run/runner.ts';
import { parseState } from '../../../src/code/terraform/state/parse.ts';
import type { PatchedIntent } from '../../../src/ports/patched-intent.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { counting } from '../../code/terraform/run/counting.ts';
import { describeTerraform } from '../../code/terraform/run/terraform.ts';

const block = (name: string, input: string) =>
  `resource "terraform_data" "${name}" {
  input = ${input}
}
`;
const many = Array.from({ length: 50 }, (_, index) => `n${index}`);
const names = ['a', 'b', 'c', 'd', ...many];
/** Resources that two people change. */
const pairs = ['p', 'q', 'r'];
const code = (value: string) =>
  [
    ...names.map((name) => block(name, `"${value}"`)),
    ...pairs.map((name) => block(name, `{ one = "${value}", two = "${value}" }`)),
    block('e', 'terraform_data.a.output'),
  ].join('\n');

/** A patch that sets the input of a resource. */
function patched(
  name: string,
  written: string,
  also: readonly string[] = [],
  member?: 'one' | 'two',
): PatchedIntent {
  const before = code('old');
  const start = before.indexOf(`"${name}"`);
  const offset = before.indexOf('"old"', member ? before.indexOf(`${member} =`, start) : start);
  const edit = { offset, length: 5, text: written };
  const after = before.slice(0, offset) + written + before.slice(offset + 5);
  const addresses = [name, ...also].map((each) => `terraform_data.${each}`);
  const id = `i-${name}${member ?? ''}`;
  return {
    intent: { id, summary: name },
    decisions: [{ verdict: { outcome: 'accepted' } }],
    moved: [],
    files: [{ path: 'main.tf', before, after }],
    patch: {
      intent: id,
      drifts: addresses.map((address) => [address, ...(member ? [member] : [])].join(' ')),
      files: [{ path: 'main.tf', edits: [edit] }],
      blastRadius: addresses.map((address) => ({ address, path: ['input'] })),
      verification: { level: 'evaluate', passed: true, notes: [] },
    },
  } as unknown as PatchedIntent;
}

/** One intent that sets the inputs of several resources, by their names. */
function burst(parts: ReadonlyMap<string, string>): PatchedIntent {
  const each = [...parts].map(([name, written]) => patched(name, written));
  const [first] = each;
  if (first === undefined) throw new Error('a burst has parts');
  const before = code('old');
  const edits = each.flatMap(({ patch }) => patch.files.flatMap((file) => file.edits));
  const after = edits
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (text, { offset, length, text: written }) =>
        text.slice(0, offset) + written + text.slice(offset + length),
      before,
    );
  return {
    ...first,
    files: [{ path: 'main.tf', before, after }],
    patch: {
      ...first.patch,
      drifts: each.flatMap(({ patch }) => patch.drifts),
      files: [{ path: 'main.tf', edits }],
      blastRadius: each.flatMap(({ patch }) => patch.blastRadius),
    },
  };
}

function resultOf(all: readonly PatchedIntent[]): RunResult {
  const drifts = all
    .flatMap(({ patch }) => patch.drifts)
    .map((id) => {
      const [address = '', ...member] = id.split(' ');
      const [live, declared] = ['new', 'old'].map((value) => ({ kind: 'value', value }));
      const path = ['input', ...member];
      return { id, address, type: 'terraform_data', path, live, declared };
    });
  return {
    patched: all,
    learned: [],
    report: { drifts },
    original: { evaluation: { instance: () => ({}) } },
    project: { evaluation: { locate: () => undefined } },
  } as unknown as RunResult;
}

describeTerraform('plans of several intents', (binary) => {
  const env = terraformEnvironment(process.env);
  let root: string;
  let stateBytes: Uint8Array;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-together-'));
    mkdirSync(join(root, 'project'));
    const main = join(root, 'project', 'main.tf');
    const run = (...args: string[]) =>
      execFileSync(binary, args, { cwd: join(root, 'project'), env, stdio: 'pipe' });
    writeFileSync(main, code('new'));
    run('init', '-input=false');
    run('apply', '-auto-approve', '-input=false');
    stateBytes = readFileSync(join(root, 'project', 'terraform.tfstate'));
    writeFileSync(main, code('old'));
  });

  afterAll(() => rmSync(root, { recursive: true }));

  function open() {
    const { runner, started } = counting(createTerraformRunner({ binary, env }));
    const state = parseState(stateBytes, 'x');
    if (!state.ok) throw new Error(state.error.message);
    const kept = keepCopy();
    const project = join(root, 'project');
    const session = {
      io: { err: () => undefined },
      options: runOptions({ dir: '.' }, { proof: { verify: 'plan' } }),
      composed: {
        input: {
          state: state.value,
          providers: { schema: loadSchema() },
          code: { loadOptions: {} },
        },
        stateBytes,
        terraform: {},
        copied: { root: project, top: project, tree: new Map() },
        kept,
      },
      terraform: runner,
      asked: new Map(),
      joined: new Map(),
      without: new Map(),
    } as unknown as VerifySession;
    return { session, started, kept };
  }

  async function asked(all: readonly PatchedIntent[], times = 1) {
    const { session, started, kept } = open();
    let checked = await checkAll(session, resultOf(all));
    for (let time = 1; time < times; time += 1) checked = await checkAll(session, resultOf(all));
    await kept.dispose();
    if (!checked.ok) throw new Error(checked.error.message);
    const clean = checked.value.map(({ verdict }) => verdict?.clean);
    return {
      clean,
      started: started.join(' '),
      findings: checked.value.map((one) => one.verdict?.findings),
    };
  }

  const right = ['b', 'c', 'd'].map((name) => patched(name, '"new"'));

  it('are a single plan if all pass, however often it is asked for', async () => {
    expect(await asked(right)).toMatchObject({
      clean: [true, true, true],
      started: 'init plan',
    });
    expect(await asked(right, 3)).toMatchObject({ started: 'init plan' });
  });

  it.each([[1], [10], [50]])('are as many for %i intents as for one', async (count) => {
    const all = many.slice(0, count).map((name) => patched(name, '"new"'));

    const { clean, started } = await asked(all);

    expect(clean).toEqual(all.map(() => true));
    expect(started).toBe('init plan');
  });

  it('are one more for each intent that fails, which is judged on its own', async () => {
    const wrong = patched('a', '"newer"');

    const { clean, started, findings } = await asked([wrong, ...right]);

    expect(clean).toEqual([false, true, true, true]);
    expect(started).toBe('init plan show plan show');
    expect(findings[0]?.join()).toContain('terraform_data.a');
  });

  it('are one per person if each resource has two, besides the one without patches', async () => {
    const first = pairs.map((name) => patched(name, '"new"', [], 'one'));
    const second = pairs.map((name) => patched(name, '"new"', [], 'two'));

    // An attribute that is computed from both of them would be known only after the apply.
    const { started } = await asked([...first, ...second]);

    expect(started).toBe('init plan show plan show plan show');
  });

  it('are one per intent if one of them spoils the plan for all', async () => {
    const broken = patched('a', 'local.nothing');

    const { clean, started } = await asked([broken, ...right]);

    expect(clean).toEqual([false, true, true, true]);
    expect(started).toBe('init plan validate plan validate plan plan plan');
  });

  it('are one per part of an intent that fails without naming a resource', async () => {
    const { session, kept } = open();
    const parts = new Map([
      ['a', '"new"'],
      ['b', 'local.nothing'],
    ]);
    const each = burst(parts);
    const verification = { level: 'validate', passed: false, notes: [] };
    const refused = { ...each, patch: { ...each.patch, verification } } as PatchedIntent;
    const proof = { each, patched: refused, wrong: [], findings: ['It is not valid.'] };
    const result: RunResult = {
      ...resultOf([each]),
      without: (gone) =>
        resultOf([
          burst(new Map([...parts].filter(([name]) => !gone.has(`terraform_data.${name}`)))),
        ]),
    };

    const reported = await singledOut(session, result, [proof]);
    await kept.dispose();

    expect(reported).toMatchObject({ ok: true, value: [{ wrong: ['terraform_data.b'] }] });
  });

  it.each<readonly [string, readonly PatchedIntent[]]>([
    ['change the same resource', [patched('b', '"new"', ['c']), patched('c', '"new"')]],
    [
      'refer to what another is about',
      [patched('b', 'terraform_data.c.input'), patched('c', '"new"')],
    ],
  ])('are one per intent if they %s', async (_, all) => {
    const { started } = await asked(all);

    expect(started).toBe('init plan show plan');
  });
});
