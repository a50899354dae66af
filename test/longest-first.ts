import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take minutes, mostly in waiting for processes of their own. Started last, one of them
 * would run alone at the end; a clean checkout has no times of earlier runs to tell.
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
 * One project after the other: a worker that shares what it has loaded is kept only where the next
 * file in the queue is of its project. What waits for others comes before what only computes.
 */
const order = ['service', 'processes', 'acceptance', 'long', 'running', 'computing'];

/** The order of Vitest within each project, with the files that take longest before all others. */
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
