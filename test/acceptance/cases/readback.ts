import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Case, GroupOptions } from '../harness/case.ts';
import { judgeCase, judgeRest } from '../harness/judge.ts';
import { reconcile } from '../harness/parley.ts';
import { useProject } from '../harness/project.ts';
import { runGroup } from '../harness/run.ts';
import { readTree } from '../harness/tree.ts';

export const readback = useProject('readback');

/** What services write in place of a value; no file may contain it. */
const masks = ['HIDDEN_DUE_TO_SECURITY_REASONS', 'sensitiveDataRemoved', '****', '"omitted"'];

/** Secret values of the project, and those that the cases set. */
const secrets = ['sk-second-key', 'second-signing-key', 'second-password-4711', 'second-token'];

export interface ReadBackCase extends Case {
  /** What else to check in the report. */
  readonly says?: (report: Report) => unknown;
}

type Finished = Awaited<ReturnType<typeof runGroup>> & {
  readonly tree: string;
  readonly printed: string;
};

/**
 * Declares cases that a read-back must get right. Files are searched for masks, files and output
 * for secrets.
 */
export function readBackCases(
  title: string,
  cases: readonly ReadBackCase[],
  options: GroupOptions = {},
): void {
  readback.describe(`readback: ${title}`, () => {
    let finished: Finished | undefined;

    beforeAll(async () => {
      finished = await perform(cases, options);
    }, 900_000);

    it.each(cases.map((one, index) => [one.name, one, index] as const))('%s', (_, one, index) => {
      const performed = finished?.performed[index];
      if (finished === undefined || performed === undefined) throw new Error('It did not run.');
      const { outcome } = finished;

      expect(readback.idle ? [] : judgeCase(outcome, one, performed, cases)).toEqual([]);
      const report = outcome.parley.report;
      if (report !== undefined) one.says?.(report);
    });

    it('leaves the rest alone, writes no mask and shows no secret', () => {
      if (finished === undefined) throw new Error('It did not run.');
      const { outcome, tree, printed } = finished;
      const isWritten = (text: string) => tree.includes(text);
      const isPrinted = (text: string) => printed.includes(text);

      expect(readback.idle ? [] : judgeRest(outcome, cases)).toEqual([]);
      expect(masks.filter(isWritten)).toEqual([]);
      expect(secrets.filter((text) => isWritten(text) || isPrinted(text))).toEqual([]);
    });
  });
}

async function perform(cases: readonly ReadBackCase[], options: GroupOptions): Promise<Finished> {
  let tree = '';
  const group = { args: ['--verify', 'plan'], together: true, ...options } as const;
  const finished = await runGroup(readback, cases, group, async (opened) => {
    if (readback.idle) return { code: 0, stdout: '', stderr: '', trace: [] };
    const done = await reconcile('here', opened, group, readback);
    tree = [...readTree(opened.dir)].map(([path, text]) => `${path}\n${text}`).join('\n');
    return done;
  });
  const { parley } = finished.outcome;
  const { report, trace, stdout, stderr } = parley;
  return { ...finished, tree, printed: JSON.stringify([report, trace, stdout, stderr]) };
}

/** The record without its request, as CloudTrail writes one that is too large. */
export function withoutRequest(record: JsonObject): JsonObject {
  const requestParameters = {
    reason: 'requestParameters too large',
    omitted: true,
    originalSize: 131072,
  };
  return { ...record, requestParameters };
}

/** The record with one member of its request left out as too large for the log. */
export function withoutMember(record: JsonObject, member: string): JsonObject {
  const cut = { reason: `${member} too large`, omitted: true, originalSize: 131072 };
  const request = record['requestParameters'] as JsonObject;
  return { ...record, requestParameters: { ...request, [member]: cut } };
}

/** The record of a call that the catalog does not know, which names only its queue. */
export function asUnknown(record: JsonObject): JsonObject {
  const { queueUrl } = record['requestParameters'] as JsonObject;
  return { ...record, eventName: 'TuneQueue', requestParameters: { queueUrl: queueUrl ?? null } };
}
