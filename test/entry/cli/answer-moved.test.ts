import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ReportV1 } from '../../../src/model/report.ts';
import {
  type Act,
  code,
  recordOf,
  stateText,
  timeOf,
} from '../../reconcile/memory/memory-world.ts';
import { newFolder, parleyAt, removeFolders } from './parley.ts';

afterAll(removeFolders);

const raised: Act = { minute: 10, who: 'maria', what: { kind: 'timeout', value: 120 } };

it('an answer stays while a `moved` block is not applied yet, and when it is', async () => {
  const dir = newFolder();
  const write = (name: string, text: string) => writeFileSync(join(dir, name), text);
  const scan = async (acts: readonly Act[], minute: number) => {
    const log = join(newFolder(), 'log.json');
    writeFileSync(log, JSON.stringify({ Records: acts.map(recordOf) }));
    const { out } = await parleyAt(timeOf(minute), dir, 'scan', '--events', log, '--json');
    return ReportV1.parse(JSON.parse(out));
  };
  write('main.tf', code);
  write('terraform.tfstate', stateText());
  await parleyAt(timeOf(0), dir, 'init');
  const [intent] = (await scan([raised], 30)).intents;
  await parleyAt(timeOf(40), dir, 'answer', intent?.id ?? '', 'hold', '3d');

  const moved = `moved {
  from = aws_sqs_queue.orders
  to   = aws_sqs_queue.purchases
}
`;
  write('main.tf', `${code.replace('"orders" {', '"purchases" {')}\n${moved}`);
  const ahead = await scan([], 60);
  write(
    'terraform.tfstate',
    stateText(8).replace('"name":"orders","provider"', '"name":"purchases","provider"'),
  );
  const applied = await scan([], 90);

  for (const { decisions } of [ahead, applied]) {
    expect(decisions).toMatchObject([
      { address: 'aws_sqs_queue.purchases', verdict: { outcome: 'defer', rule: 'answer' } },
    ]);
  }
});
