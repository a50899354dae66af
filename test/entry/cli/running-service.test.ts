import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/adapters/store/open.ts';
import { ReportV1 } from '../../../src/model/report.ts';
import { joinedScript } from '../../joined-script.ts';
import { demoFlags, initProject, newProject, parley, removeFolders, root } from './parley.ts';

afterAll(removeFolders);

describe('commands while the service has the store open', () => {
  const serving = joinedScript(join(root, 'test/adapters/store/serving.ts'));
  let project: string;
  let child: ChildProcess;

  beforeAll(async () => {
    project = newProject();
    expect((await initProject(project)).code).toBe(0);
    child = spawn(process.execPath, [serving.path, join(project, '.parley')], {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: root,
    });
    const [line] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');
    expect(line).toBe('serving');
  });
  afterAll(() => child.kill('SIGKILL'));

  it('record a scan, and read what was recorded', async () => {
    const scan = await parley(project, 'scan', '--json', ...demoFlags);
    const [first] = ReportV1.parse(JSON.parse(scan.out)).intents;
    const feedback = await parley(project, 'feedback', 'add', first?.id ?? '', 'merged');
    const declared = await parley(
      project,
      ...['intent', 'declare', 'aws_sqs_queue.orders', 'delay_seconds', '--as', 'arn:role/saver'],
      ...['--equals', '5', '--because', 'Load test'],
    );
    const intents = await parley(project, 'intent', 'list', '--json');

    expect(scan).toMatchObject({ code: 0 });
    expect(scan.err).not.toContain('using the store');
    expect(feedback).toMatchObject({ code: 0, err: '' });
    expect(declared).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(intents.out)).toContainEqual(
      expect.objectContaining({ source: 'store', state: 'ingested', summary: 'Load test' }),
    );
  });

  it('leave the store as they would have without the service', async () => {
    const ended = once(child, 'exit');
    child.stdin?.end();
    expect((await ended)[0]).toBe(0);
    expect(existsSync(join(project, '.parley', 'daemon.json'))).toBe(false);

    const location = { kind: 'folder', path: join(project, '.parley') } as const;
    const store = await openStore(location, { tenant: 'default', timeout: 0 });
    if (!store.ok) throw new Error(store.error.message);
    expect(await store.value.runs()).toHaveLength(1);
    expect((await store.value.intents()).length).toBeGreaterThan(0);
    expect((await store.value.addresses()).length).toBeGreaterThan(0);
    expect(await store.value.declaredIntents()).toHaveLength(1);
    expect(await store.value.feedback()).toHaveLength(1);
    await store.value.close();
  });
});
