import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok } from '../../../src/model/result.ts';
import { openLabor } from './labor.ts';

/**
 * Works on jobs until it is killed or, with `empty`, until none are left. Each call writes a line,
 * and each job writes one file, however often its handler is called.
 */
const [, , place = '', folder = '', until = ''] = process.argv;
const { queues, close } = await openLabor(JSON.parse(place));
queues.work(
  'feedback',
  async ({ delivery }) => {
    process.stdout.write(`${delivery}\n`);
    await appendFile(join(folder, 'calls'), `${delivery}\n`);
    await writeFile(join(folder, 'done', delivery), '', { flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
    return ok(undefined);
  },
  // A short lease, so that a killed worker is noticed soon; a job may lose as many workers as the
  // test kills.
  { concurrency: 4, lease: 1_000, losses: 100 },
);
while (until === 'empty') {
  const { waiting, running, delayed } = await queues.queue('feedback').stats();
  if (waiting + running + delayed === 0) break;
  await sleep(50);
}
if (until === 'empty') {
  await queues.close();
  await close();
}
