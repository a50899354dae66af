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
  'test/acceptance/cases/breadth-identity.test.ts',
  'test/acceptance/cases/breadth-operations.test.ts',
  'test/acceptance/fuzz/fuzz.test.ts',
  'test/acceptance/cases/companions-values.test.ts',
  'test/acceptance/cases/resources-delete.test.ts',
  'test/acceptance/cases/readback-values.test.ts',
];

/**
 * One project after another: a worker keeps its loaded modules only if the next file in the queue
 * belongs to the same project. Projects that wait for other processes come before those that only
 * compute.
 */
const order = ['service', 'processes', 'acceptance', 'long', 'running', 'computing'];

/** Vitest's own order within each project, but with the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (list: readonly string[], one: string) => {
      const at = list.indexOf(one);
      return at < 0 ? list.length : at;
    };
    const rank = ({ moduleId, project }: TestSpecification): [number, number] => [
      place(order, project.name),
      place(longest, relative(this.ctx.config.root, moduleId)),
    ];
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => {
      const [project, file] = rank(one);
      const [otherProject, otherFile] = rank(other);
      return project - otherProject || file - otherFile;
    });
  }
}
