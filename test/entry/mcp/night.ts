import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentionRecords } from '../../reconcile/demo.ts';
import { demo, newFolder } from '../cli/parley.ts';

/** Flags for the demo's state and settings. */
export const settings = [
  '--state',
  join(demo, 'terraform.tfstate'),
  '--config',
  join(demo, 'parley.yaml'),
];

/** The demo's log, followed by a call of an agent that sets the size of the group. */
export function eventsWith(size: number): string {
  const folder = newFolder();
  cpSync(join(demo, 'events'), folder, { recursive: true });
  const [record] = contentionRecords([size]);
  const text = JSON.stringify(record)
    .replaceAll('cluster-autoscaler', 'load-test')
    .replace('2026-03-14T03:00:00Z', '2026-03-15T08:30:00Z');
  writeFileSync(join(folder, 'later.json'), `{"Records":[${text}]}`);
  return folder;
}
