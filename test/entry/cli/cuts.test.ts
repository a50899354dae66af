import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Report } from '../../../src/model/report.ts';
import { cases, timeFor } from '../../cases.ts';
import {
  cutHistory,
  end,
  maxRuns,
  readBy,
  reported,
  timeOfRun,
} from '../../reconcile/memory/cut-history.ts';
import { code, recordOf, stateText } from '../../reconcile/memory/memory-world.ts';
import { newFolder, removeFolders, runAt } from './parley.ts';

afterAll(removeFolders);

/** Without programs on the path: git would say who wrote which line, and takes longer. */
async function parley(cwd: string, now: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runAt({ now, env: { PATH: cwd } }, cwd, args);
  if (code !== 0) throw new Error(err);
  return out;
}

/** A project with a store, in the folders of this test. */
class Project {
  readonly folder = newFolder();
  readonly log = join(newFolder(), 'log.json');

  async scan(records: readonly JsonObject[], text: string, now: string): Promise<Report> {
    if (!existsSync(join(this.folder, '.parley'))) await this.#init();
    writeFileSync(join(this.folder, 'main.tf'), text);
    writeFileSync(join(this.folder, 'terraform.tfstate'), stateText());
    writeFileSync(this.log, JSON.stringify({ Records: records }));
    return JSON.parse(await parley(this.folder, now, 'scan', '--events', this.log, '--json'));
  }

  async #init(): Promise<void> {
    await parley(this.folder, end, 'init');
    writeFileSync(join(this.folder, 'parley.yaml'), 'version: 1\npolicy: accept-all\n');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a scan says, and the changes to the code that it proposes. */
function outcome(report: Report | undefined) {
  return report && { ...reported(report), patches: report.patches };
}

type Break = (project: Project) => void;

function cutsMeanNothing(harm: Break = () => undefined) {
  return fc.asyncProperty(cutHistory, async ({ acts, cut }) => {
    const records = acts.map(recordOf);
    const pieces = new Project();
    let last: Report | undefined;
    for (let run = 0; run < maxRuns; run += 1) {
      harm(pieces);
      const text = cut.codes[run] ?? code;
      last = await pieces.scan(readBy(run, records, cut), text, timeOfRun(run));
    }
    const whole = new Project();
    const all = await whole.scan(records, cut.codes.at(-1) ?? code, end);
    for (const one of [pieces, whole]) one.remove();

    expect(outcome(last)).toEqual(outcome(all));
  });
}

const runs = cases(5_000);

describe('what `parley scan` has open', () => {
  it('is the same however a log is cut into scans', timeFor(runs), async () => {
    await fc.assert(cutsMeanNothing(), { numRuns: runs });
  });

  it('would visibly differ if the store forgot it', async () => {
    const forget: Break = ({ folder }) =>
      rmSync(join(folder, '.parley'), { recursive: true, force: true });
    const { failed } = await fc.check(cutsMeanNothing(forget), {
      numRuns: 100,
      endOnFailure: true,
    });
    expect(failed).toBe(true);
  });
});
