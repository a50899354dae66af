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
];

/** The order of Vitest, with the files that take longest before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return at < 0 ? longest.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
