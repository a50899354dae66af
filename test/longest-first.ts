import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take minutes, mostly waiting for processes of their own. If one of them started last,
 * it would run alone at the end, and a clean checkout has no timings of earlier runs to go by.
 */
const longest = [
  'test/app/end-to-end.test.ts',
  'test/app/chaos/chaos.test.ts',
  'test/entry/cli/demo-open.test.ts',
  'test/app/resource/catalogue.test.ts',
  'test/entry/web/pages.test.ts',
  'test/app/chaos/people.test.ts',
  'test/app/run/again.test.ts',
  'test/acceptance/cases/aws-identity.test.ts',
  'test/acceptance/cases/aws-operations.test.ts',
  'test/acceptance/fuzz/fuzz.test.ts',
  'test/acceptance/cases/companions-values.test.ts',
  'test/acceptance/cases/resources-delete.test.ts',
  'test/acceptance/cases/readback-values.test.ts',
  'test/entry/cli/cuts.test.ts',
];

/**
 * Files with databases in the process itself, of hundreds of megabytes. In a process of that size it
 * takes five times as long to start another one, so files that start many come before these.
 */
const large = [
  'test/adapters/queue/',
  'test/adapters/store/',
  'test/entry/mcp/service.test.ts',
  'test/entry/service/converge.test.ts',
  'test/entry/service/processes.test.ts',
];

/**
 * One project after another: a worker keeps its loaded modules only if the next file in the queue
 * belongs to the same project. Projects that wait for other processes come before those that only
 * compute.
 */
const order = ['service', 'processes', 'acceptance', 'long', 'running', 'computing'];

/** Vitest's own order within each project, but with the longest files first, and the largest last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (list: readonly string[], one: string) => {
      const at = list.indexOf(one);
      return at < 0 ? list.length : at;
    };
    const rank = ({ moduleId, project }: TestSpecification): [number, number] => {
      const file = relative(this.ctx.config.root, moduleId);
      const isLarge = large.some((start) => file.startsWith(start));
      return [place(order, project.name), place(longest, file) + (isLarge ? 1 : 0)];
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => {
      const [project, file] = rank(one);
      const [otherProject, otherFile] = rank(other);
      return project - otherProject || file - otherFile;
    });
  }
}
