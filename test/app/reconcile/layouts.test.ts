import { describe, expect, it } from 'vitest';
import { type Stack, Stack as StackSchema } from '../../../src/config/service/stacks.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { collected, createScanBench } from '../demo-stack.ts';
import type { TestRepository } from '../git-server.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';

type Files = Readonly<Record<string, string>>;
type Said = Partial<Omit<Stack, 'name' | 'tenant' | 'repository'>>;

/**
 * The report of a scan of the stack `shop`, whose queue has another timeout, with other stacks
 * around.
 */
async function scanned(files: Files, said: Said, others: readonly Said[] = []) {
  const test = await openTestServiceStore();
  const stackOf = ({ path }: TestRepository, name: string, more: Said): Stack =>
    StackSchema.parse({ name, repository: path, ...more });
  const all = [said, ...others];
  const bench = createScanBench({
    store: test.store,
    stack: (repository) => stackOf(repository, 'shop', said),
    settings: (repository: TestRepository) => ({
      stacks: all.map((more, index) =>
        stackOf(repository, index === 0 ? 'shop' : `s${index}`, more),
      ),
    }),
  });
  bench.repository.commit(files);
  const time = Date.parse('2026-03-14T03:00:00Z');
  const change = { id: 'e1', stack: 'shop', queue: 0, timeout: 45, time, user: 'maria' };
  await bench.addRecords(collected([changeRecord(change)]));
  expect(await bench.scan()).toEqual({ ok: true, value: undefined });
  const run = await test.store.runs.latest({ tenant: 'default', stack: 'shop' });
  await bench.close();
  await test.stop();
  return run?.report;
}

/** The queue of `shop`, in a shared module. */
function shared(): Files {
  const files = stackFiles('envs/prod', 'shop', 1, 'policy: accept-all\n');
  const state = JSON.parse(files['envs/prod/terraform.tfstate'] ?? '');
  for (const resource of state.resources) resource.module = 'module.queues';
  const call = `module "queues" {
  source = "../../modules/queues"
}
`;
  return {
    ...files,
    'modules/queues/main.tf': files['envs/prod/main.tf'] ?? '',
    'envs/prod/main.tf': call,
    'envs/prod/terraform.tfstate': JSON.stringify(state),
    'envs/dev/main.tf': call,
  };
}

/** Two stacks with a queue each, whose timeout is a literal in the module that both call. */
function twoStacks(): Files {
  const names = { 'envs/prod': 'shop', 'envs/dev': 's1' };
  const roots = Object.entries(names).map(([root, name]) => {
    const files = stackFiles(root, name, 1, 'policy: accept-all\n');
    const state = JSON.parse(files[`${root}/terraform.tfstate`] ?? '');
    for (const resource of state.resources) resource.module = 'module.queues';
    return {
      ...files,
      [`${root}/main.tf`]: `module "queues" {
  source = "../../modules/queues"
  name   = "${name}-q0"
}
`,
      [`${root}/terraform.tfstate`]: JSON.stringify(state),
    };
  });
  return {
    ...Object.assign({}, ...roots),
    'modules/queues/main.tf': `variable "name" {
  type = string
}

resource "aws_sqs_queue" "q0" {
  name                       = var.name
  visibility_timeout_seconds = 30
}
`,
  };
}

describe('scans of two stacks that share a module', () => {
  /** Files that the last scan edits, after scanning the stacks with these changes in this order. */
  async function edited(
    changes: Readonly<Record<string, number>>,
    order: readonly string[],
    between: (repository: TestRepository) => void = () => undefined,
  ) {
    const test = await openTestServiceStore();
    const stackOf = ({ path }: TestRepository, name: string, root: string): Stack =>
      StackSchema.parse({ name, repository: path, root });
    const both = (repository: TestRepository) => [
      stackOf(repository, 'shop', 'envs/prod'),
      stackOf(repository, 's1', 'envs/dev'),
    ];
    const bench = createScanBench({
      store: test.store,
      stack: (repository) => stackOf(repository, 'shop', 'envs/prod'),
      settings: (repository: TestRepository) => ({ stacks: both(repository) }),
    });
    bench.repository.commit(twoStacks());
    const time = Date.parse('2026-03-14T03:00:00Z');
    await bench.addRecords(
      collected(
        Object.entries(changes).map(([stack, timeout]) =>
          changeRecord({ id: `e-${stack}`, stack, queue: 0, timeout, time, user: 'maria' }),
        ),
      ),
    );
    for (const [index, stack] of order.entries()) {
      if (index === order.length - 1) between(bench.repository);
      const done = await bench.scan({ stack }, { stacks: both(bench.repository) });
      expect(done).toEqual({ ok: true, value: undefined });
    }
    const last = order.at(-1) ?? '';
    const run = await test.store.runs.latest({ tenant: 'default', stack: last });
    await bench.close();
    await test.stop();
    return run?.report.patches.map(({ files }) => files.map(({ path }) => path).sort());
  }

  const once = [['../../modules/queues/main.tf']];
  const forOne = [['../../modules/queues/main.tf', 'main.tf']];
  const alike = { shop: 45, s1: 45 };

  it.each([
    ['alike edit it once, whichever comes first', alike, ['s1', 'shop'], once],
    ['alike edit it once, and so does the one that came first', alike, ['s1', 'shop', 's1'], once],
    ['alike edit it for the first as long as nobody looked at the other', alike, ['shop'], forOne],
    ['to different values edit it for each', { shop: 45, s1: 50 }, ['s1', 'shop'], forOne],
    ['alone edit it for the one', { shop: 45 }, ['s1', 'shop'], forOne],
  ] as const)('that drifted %s', async (_, changes, order, files) => {
    expect(await edited(changes, order)).toEqual(files);
  });

  it('ignore what a stack wanted at another commit', async () => {
    const files = await edited(alike, ['s1', 'shop'], (repository) =>
      repository.commit({ 'README.md': 'x\n' }),
    );
    expect(files).toEqual(forOne);
  });
});

describe('a scan of one of several roots of a repository', () => {
  it('edits shared files only for the root that drifted', async () => {
    const report = await scanned(shared(), { root: 'envs/prod' });

    expect(report?.patches.map(({ files }) => files.map(({ path }) => path).sort())).toEqual([
      ['../../modules/queues/main.tf', '../../modules/queues/variables.tf', 'main.tf'],
    ]);
    expect(report?.patches[0]?.verification.notes).toContain(
      'Nothing changes elsewhere; one other root reads the edited files: envs/dev.',
    );
  });

  it('knows the other stacks of the folder from the settings of the service', async () => {
    const files = stackFiles('app', 'shop', 1, 'policy: accept-all\n');

    const alone = await scanned(files, { root: 'app', workspace: 'blue' });
    const beside = await scanned(files, { root: 'app', workspace: 'blue' }, [
      { root: 'app', workspace: 'green' },
    ]);

    const kinds = [alone, beside].map((report) =>
      report?.patches.map(({ site }) => site.replace(/^.*\((.*):.*$/, '$1')),
    );
    expect(kinds).toEqual([['literal'], ['instance override']]);
    expect(beside?.patches[0]?.verification.notes).toContain(
      'Nothing changes elsewhere; one other root reads the edited files: app (workspace green).',
    );
  });
});
