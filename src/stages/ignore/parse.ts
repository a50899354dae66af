import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { IgnoreConditions, IgnoreRule } from './types.ts';

/** Names of the ignore files, in the order in which their rules apply; later rules win. */
export const ignoreFiles = ['.driftignore', '.parleyignore'] as const;

/**
 * Reads an ignore file. A line is `type.id` or `type.id.path` as in driftctl
 * (https://docs.driftctl.com/next/usage/filtering/driftignore/), or conditions such as
 * `address=module.old.* path=tags`. `*` matches any text, `\` takes the next character literally,
 * `#` starts a comment, and `!` includes again what earlier lines exclude.
 */
export function parseIgnore(file: string, text: string): Result<readonly IgnoreRule[]> {
  const rules: IgnoreRule[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/^\uFEFF/, '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const place = { file, line: index + 1 };
    const negated = line.startsWith('!');
    const body = negated ? line.slice(1).trim() : line;
    const read = isConditions(body) ? readConditions(body) : readDotted(body);
    if (!read.ok) return fail(problemAt(read.error, place));
    rules.push({ place, negated, conditions: read.value });
  }
  return ok(rules);
}

type Read = Result<IgnoreConditions, string>;

const condition = /^([a-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*))(?:\s+|$)/;

function isConditions(body: string): boolean {
  return /^[a-z]+=/.test(body);
}

function readConditions(body: string): Read {
  const found: { [name: string]: string } = {};
  for (let rest = body; rest !== ''; ) {
    const [all, name = '', quoted, plain] = condition.exec(rest) ?? [];
    if (all === undefined) return fail(`${displayText(rest, 60)} is not a condition`);
    if (!['address', 'type', 'id', 'path', 'actor', 'operation'].includes(name)) {
      return fail(`there is no condition ${name}`);
    }
    if (Object.hasOwn(found, name)) return fail(`it has two conditions ${name}`);
    found[name] = quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1');
    rest = rest.slice(all.length);
  }
  const { path, ...others } = found;
  return ok(path === undefined ? others : { ...others, path: segments(path) });
}

function readDotted(body: string): Read {
  if (/\s/.test(body)) return fail('it has a space in it');
  const [type = '', id, ...path] = segments(body);
  if (type === 'module' || type === 'data') {
    return fail(`a line that begins with a type has no addresses: write address=${body}`);
  }
  if (type === '') return fail('it has no type');
  return ok({
    ...(type === '*' ? {} : { type }),
    ...(id === undefined || id === '*' ? {} : { id }),
    ...(path.length === 0 ? {} : { path }),
  });
}

/** The parts between dots; `\.` is a dot within a part. */
function segments(text: string): readonly string[] {
  const parts = text.match(/(?:\\.|[^.\\]|\\$)*(?:\.|$)/gs) ?? [];
  // The pattern also matches the empty text at the end.
  return parts.slice(0, -1).map((part) => part.replace(/\.$/, '').replace(/\\(.)/g, '$1'));
}

function problemAt(why: string, place: { file: string; line: number }): Problem {
  return {
    code: 'ignore-rule',
    message: `This line of the ignore file cannot be read: ${why}.`,
    place,
    hint: 'Write `type.id`, `type.id.path`, or conditions such as `address=module.old.* path=tags`.',
  };
}
