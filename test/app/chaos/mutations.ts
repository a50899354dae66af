import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Program } from '../harness/program.ts';

interface Mutation {
  /** Matches one compiled file; the bundler may have added a number to a name. */
  readonly from: RegExp;
  readonly to: string;
}

const mutations: Readonly<Record<string, Mutation>> = {
  /** Jobs that follow from a run are recorded, but some are never queued. */
  outbox: {
    from: /await add\d*\(deps\d*, (entry\d*)\)/,
    to: "if ($1.queue !== 'propose') $&",
  },
  /** Two workers scan one stack, or update its forge, at the same time. */
  leases: {
    from: /if \(isOn\)/,
    to: 'if (false)',
  },
  /** The cursor moves on although one record of the page is not stored. */
  cursor: {
    from: /page\.records\.filter\(/,
    to: 'page.records.slice(1).filter(',
  },
};

/** Breaks the compiled service, to show that the test can fail. */
export function breakProgram({ script }: Program, name: string): void {
  const mutation = mutations[name];
  if (mutation === undefined) throw new Error(`There is no mutation called ${name}.`);
  const folder = dirname(script);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join(folder, path))
    .filter((path) => mutation.from.test(readFileSync(path, 'utf8')));
  const [path] = paths;
  if (path === undefined || paths.length > 1) throw new Error(`${name} is not what it was.`);
  writeFileSync(path, readFileSync(path, 'utf8').replace(mutation.from, mutation.to));
}
