import type { z } from 'zod';

/** What is wrong with a value, as a sentence without a period. */
export interface YamlIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The key at `path` that is wrong, if it is not the value. */
  readonly key?: string;
  /** What to do, if the fix is not to look up how settings are written. */
  readonly hint?: string;
}

type Issue = z.core.$ZodIssue;

/** The first issue, in terms of the file. */
export function describeFirstIssue(error: z.ZodError): YamlIssue {
  return describeIssues(error)[0];
}

/** All issues. */
export function describeIssues(error: z.ZodError): readonly [YamlIssue, ...YamlIssue[]] {
  const [first, ...more] = error.issues.flatMap(oneByOne).map((issue) => describe(issue, []));
  return first === undefined ? [{ path: [], message: 'The value is not valid' }] : [first, ...more];
}

/** Zod reports all unknown keys of a map as one issue, but each has its own place. */
function oneByOne(issue: Issue): readonly Issue[] {
  if (issue.code !== 'unrecognized_keys') return [issue];
  return issue.keys.map((key) => ({ ...issue, keys: [key] }));
}

function describe(issue: Issue, above: readonly PropertyKey[]): YamlIssue {
  const path = [...above, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const key = issue.keys[0] ?? '';
      return { path, key, message: `There is no setting called ${JSON.stringify(key)}` };
    }
    case 'invalid_value':
      // A schema may have its own message; zod's does not name the choices well.
      if (!issue.message.startsWith('Invalid')) return { path, message: issue.message };
      return { path, message: `Use one of ${issue.values.map(String).join(', ')}` };
    case 'invalid_type':
      return { path, message: `This has to be ${article(issue.expected)}` };
    case 'invalid_union':
      return describeUnion(issue, path);
    default:
      return { path, message: issue.message };
  }
}

/** The alternative that matched furthest is the one that was meant. */
function describeUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: readonly PropertyKey[],
): YamlIssue {
  const alternatives = issue.errors.flatMap(([first]) =>
    first === undefined ? [] : [describe(first, path)],
  );
  const custom = alternatives.filter(({ message }) => !message.startsWith('This has to be'));
  const [best] = [...(custom.length > 0 ? custom : alternatives)].sort(
    (a, b) => b.path.length - a.path.length,
  );
  return best ?? { path, message: issue.message };
}

function article(type: string): string {
  switch (type) {
    case 'array':
      return 'a list';
    case 'object':
    case 'record':
      return 'a map of settings';
    case 'string':
      return 'a text';
    case 'boolean':
      return 'true or false';
    case 'int':
      return 'a whole number';
    default:
      return `a ${type}`;
  }
}
