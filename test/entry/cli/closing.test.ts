import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { formatPath } from '../../../src/model/path.ts';
import type { Report } from '../../../src/model/report.ts';
import {
  type Act,
  code,
  recordOf,
  replacedText,
  stateText,
  timeOf,
} from '../../reconcile/memory/memory-world.ts';
import { newFolder, removeFolders, runAt } from './parley.ts';

afterAll(removeFolders);

/** A project with a store. Without programs on the path, since git takes long. */
class Project {
  readonly folder = newFolder();
  code = code;
  state = stateText();

  async scan(records: readonly JsonObject[], now: string): Promise<Report> {
    if (!existsSync(join(this.folder, '.parley'))) await this.#parley(now, 'init');
    const log = join(newFolder(), 'log.json');
    writeFileSync(log, JSON.stringify({ Records: records }));
    writeFileSync(join(this.folder, 'main.tf'), this.code);
    writeFileSync(join(this.folder, 'terraform.tfstate'), this.state);
    const flags = ['--events', log, '--trace', join(this.folder, 'trace.jsonl')];
    return JSON.parse(await this.#parley(now, 'scan', ...flags, '--json'));
  }

  /** The last scan's lines about what it closed. */
  closings(): readonly string[] {
    const lines = readFileSync(join(this.folder, 'trace.jsonl'), 'utf8').trimEnd().split('\n');
    return lines
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .filter(({ disposition }) => disposition === 'closed')
      .map(({ because }) => because);
  }

  async #parley(now: string, ...args: readonly string[]): Promise<string> {
    const { code, out, err } = await runAt({ now, env: { PATH: this.folder } }, this.folder, args);
    if (code !== 0) throw new Error(err);
    return out;
  }
}

const raised: Act = { minute: 10, who: 'jonas', what: { kind: 'timeout', value: 90 } };

function openIn({ openDrifts = [] }: Report): readonly string[] {
  return openDrifts.map(({ address, path, state }) => `${address} ${formatPath(path)} ${state}`);
}

function closedIn({ closedDrifts = [] }: Report): readonly string[] {
  return closedDrifts.map(
    ({ address, path, reason, event }) => `${address} ${formatPath(path)} ${reason} ${event}`,
  );
}

describe('what `parley scan` closes', () => {
  it('is a field whose resource was deleted, and then the deletion', async () => {
    const project = new Project();
    const removed: Act = { minute: 30, who: 'jonas', what: { kind: 'delete' } };
    const created: Act = { minute: 40, who: 'maria', what: { kind: 'create', value: 60 } };
    await project.scan([recordOf(raised, 1)], timeOf(15));

    const deleted = await project.scan([recordOf(removed, 2)], timeOf(35));
    const lost = project.closings();
    const again = await project.scan([recordOf(created, 3)], timeOf(45));
    const back = project.closings();

    expect(openIn(deleted)).toEqual(['aws_sqs_queue.orders  new']);
    expect(closedIn(deleted)).toEqual([
      `aws_sqs_queue.orders visibility_timeout_seconds gone ${recordOf(removed, 2)['eventID']}`,
    ]);
    expect(lost).toEqual([expect.stringContaining('jonas@example.com deleted the resource')]);
    expect(closedIn(again)).toEqual([
      `aws_sqs_queue.orders  went-back ${recordOf(created, 3)['eventID']}`,
    ]);
    expect(back).toEqual([expect.stringContaining('maria@example.com created the resource again')]);
  });

  it('is in the code if that took the value which somebody set meanwhile', async () => {
    const project = new Project();
    const more: Act = { minute: 50, who: 'maria', what: { kind: 'timeout', value: 240 } };
    await project.scan([recordOf(raised, 1)], timeOf(15));
    project.code = code.replace('= 30', '= 240');

    const report = await project.scan([recordOf(more, 2)], timeOf(60));

    expect(openIn(report)).toEqual([]);
    expect(closedIn(report)).toEqual([
      'aws_sqs_queue.orders visibility_timeout_seconds in-code undefined',
    ]);
  });

  it('is what drifted on a resource that Terraform replaced', async () => {
    const project = new Project();
    const opened: Act = { minute: 10, who: 'jonas', what: { kind: 'open', port: 22 } };
    const first = await project.scan([recordOf(opened, 1)], timeOf(15));
    project.state = replacedText(8);

    const second = await project.scan([], timeOf(60));
    const third = await project.scan([recordOf(opened, 1)], timeOf(90));

    expect(openIn(first)).toHaveLength(1);
    expect([openIn(second), openIn(third)]).toEqual([[], []]);
    expect(second.closedDrifts).toMatchObject([{ reason: 'gone' }]);
    expect(project.closings()).toEqual([]);
  });
});
