import type { Problem } from '../../../model/result.ts';
import { lineColumn } from '../../hcl/syntax/diagnostics.ts';
import type { SourceFile } from './source.ts';

/** The message of a diagnostic and the start of its span. */
export interface Complaint {
  readonly message: string;
  readonly start: number;
}

/** Collects problems without duplicates. */
export interface ProblemSink {
  add(problem: Problem): void;
  at(file: SourceFile, complaint: Complaint, code: string): void;
  /** The problem that `at` would add. */
  describe(file: SourceFile, complaint: Complaint, code: string): Problem;
  list(): readonly Problem[];
}

export function createReport(): ProblemSink {
  const problems = new Map<string, Problem>();
  const add = (problem: Problem): void => {
    const { file, line, column } = problem.place ?? { file: '' };
    const key = JSON.stringify([file, line, column, problem.code, problem.message]);
    if (!problems.has(key)) problems.set(key, problem);
  };
  return {
    add,
    describe,
    at: (file, complaint, code) => add(describe(file, complaint, code)),
    list: () => [...problems.values()],
  };
}

function describe(file: SourceFile, { message, start }: Complaint, code: string): Problem {
  // Positions in the translation are not those of the JSON file.
  const position = file.format === 'json' ? {} : lineColumn(file.text, start);
  return { code, message, place: { file: file.path, ...position } };
}
