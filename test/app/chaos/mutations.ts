import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Program } from '../harness/program.ts';

interface Mutation {
  /** Below `src`, compiled. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const mutations: Readonly<Record<string, Mutation>> = {
  /** Jobs that follow from a run are recorded, and some of them never queued. */
  outbox: {
    file: 'app/outbox/flush.js',
    from: 'await add(deps, entry)',
    to: "if (entry.queue !== 'propose') await add(deps, entry)",
  },
  /** Two workers look at one stack, or bring its forge up to date, at the same time. */
  turns: {
    file: 'app/lease/lease.js',
    from: 'if (isOn)',
    to: 'if (false)',
  },
  /** The cursor moves on, and a record of the page is not stored. */
  cursor: {
    file: 'adapters/collect/collect.js',
    from: 'page.records.filter(',
    to: 'page.records.slice(1).filter(',
  },
};

/** Breaks the compiled service: whoever doubts that the test can fail names one of these. */
export function breakProgram({ script }: Program, name: string): void {
  const mutation = mutations[name];
  if (mutation === undefined) throw new Error(`There is no mutation called ${name}.`);
  const path = join(dirname(script), mutation.file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(mutation.from)) throw new Error(`${path} is not what it was.`);
  writeFileSync(path, text.replace(mutation.from, mutation.to));
}
