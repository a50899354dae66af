import { expect, it } from 'vitest';
import { Stack } from '../../../src/config/service/stacks.ts';
import { openTestServiceStore } from '../../adapters/store/service-store.ts';
import { collected, createScanBench } from '../demo-stack.ts';
import { changeRecord, stackFiles } from '../harness/project.ts';

it('a scan of code behind links that lead outside fails, names them, and writes nothing', async () => {
  const test = await openTestServiceStore();
  const bench = createScanBench({
    store: test.store,
    stack: ({ path }) => Stack.parse({ name: 'shop', repository: path, root: 'prod' }),
  });
  const time = Date.parse('2026-03-14T03:00:00Z');
  const change = { id: 'e1', stack: 'shop', queue: 0, timeout: 45, time, user: 'maria' };
  await bench.addRecords(collected([changeRecord(change)]));
  const module = `module "m" {
  source = "./m"
}
`;
  const hostile = [
    ['more.tf', { 'prod/more.tf': { link: '/etc/hostname' } }],
    ['later.tf', { 'prod/later.tf': { link: '/nothing/there/yet' } }],
    ['a.auto.tfvars', { 'prod/a.auto.tfvars': { link: '../../../../etc/hostname' } }],
    ['m', { 'prod/m': { link: '/etc' }, 'prod/calls.tf': module }],
  ] as const;
  for (const [file, links] of hostile) {
    bench.repository.commit({
      ...Object.fromEntries(hostile.flatMap(([, all]) => Object.keys(all)).map((at) => [at, null])),
      ...stackFiles('prod', 'shop', 1, 'policy: accept-all\n'),
      ...links,
    });
    await bench.scan();

    expect(bench.news.at(-1)).toMatchObject({
      problem: { code: 'unreadable-file', place: { file } },
    });
  }
  expect(await test.store.runs.latest({ tenant: 'default', stack: 'shop' })).toBeUndefined();
  await bench.close();
  await test.stop();
});
