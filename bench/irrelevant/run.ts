/**
 * Memory of a run over changes to unmanaged resources: of a type that belongs to nothing, of one
 * that may belong to something created later in the log, and with every event kept.
 *
 *   npm run bench -- irrelevant [changes]
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const count = process.argv[2] ?? '300000';
const cases = [
  [count, 'aws_sqs_queue', 'pass'],
  [count, 'aws_kms_grant', 'pass'],
  [count, 'aws_sqs_queue', 'keep'],
  ['0', 'aws_sqs_queue', 'pass'],
] as const;

for (const args of cases) {
  const script = join(import.meta.dirname, 'measure.ts');
  const { stdout } = await execute(process.execPath, ['--import', 'tsx', script, ...args]);
  process.stdout.write(`${args[0]} ${stdout}`);
}
