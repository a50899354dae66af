import type { z } from 'zod';
import { WrittenDeclaration } from '../../config/declarations.ts';
import { type ActorClass, actorClasses } from '../../model/actor.ts';
import type { Json } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { describeFirstIssue } from '../../text/yaml-issue.ts';

/** Flags of `parley intent declare`, as commander hands them over. */
export interface DeclareOptions extends WantFlags {
  readonly dir: string;
  readonly file?: string;
  readonly as?: string;
  readonly or?: string;
  readonly because?: string;
  readonly purpose?: string;
  readonly from?: string;
  readonly until?: string;
  readonly ticket?: string;
  readonly approvedBy?: string;
  readonly expect?: string;
}

interface WantFlags {
  readonly equals?: string;
  readonly min?: string;
  readonly max?: string;
  readonly prefer?: string;
  readonly oneOf?: string;
  readonly contains?: string;
  readonly excludes?: string;
  readonly present?: boolean;
  readonly absent?: boolean;
}

/** The entry that the flags describe. */
export function fromFlags(
  { address, field }: { readonly address: string | undefined; readonly field: string | undefined },
  options: DeclareOptions,
): Result<readonly WrittenDeclaration[]> {
  if (address === undefined) {
    return fail(wrongFlags('An address is needed, or --file'));
  }
  const want = wantOf(options);
  if (!want.ok) return want;
  const or = options.or === undefined ? ok(undefined) : jsonFlag('--or', options.or);
  if (!or.ok) return or;
  const entry = {
    ...parseDeclarer(options.as ?? ''),
    at: address,
    field,
    want: want.value,
    or: or.value,
    because: options.because ?? '',
    purpose: options.purpose,
    from: options.from,
    until: options.until,
    ticket: options.ticket,
    approved_by: options.approvedBy,
  };
  const parsed = WrittenDeclaration.safeParse(withoutGaps(entry));
  return parsed.success ? ok([parsed.data]) : fail(wrongFlags(issueText(parsed.error)));
}

/** `arn:aws:iam::1:role/x:agent`: the part after the last colon is the class, if it names one. */
function parseDeclarer(text: string): { readonly by: string; readonly class?: ActorClass } {
  const at = text.lastIndexOf(':');
  const named = actorClasses.find((each) => at >= 0 && each === text.slice(at + 1));
  return named === undefined ? { by: text } : { by: text.slice(0, at), class: named };
}

function wantOf(flags: WantFlags): Result<Record<string, Json>> {
  const want: Record<string, Json> = {};
  const written = [
    ['--equals', 'equals', flags.equals],
    ['--min', 'min', flags.min],
    ['--max', 'max', flags.max],
    ['--prefer', 'prefer', flags.prefer],
    ['--one-of', 'one_of', flags.oneOf],
    ['--contains', 'contains', flags.contains],
    ['--excludes', 'excludes', flags.excludes],
  ] as const;
  for (const [flag, name, text] of written) {
    if (text === undefined) continue;
    const value = jsonFlag(flag, text);
    if (!value.ok) return value;
    want[name] = value.value;
  }
  if (flags.present) want['present'] = true;
  if (flags.absent) want['absent'] = true;
  return ok(want);
}

function jsonFlag(flag: string, text: string): Result<Json> {
  const value = parsedJson(text);
  if (value !== undefined) return ok(value);
  return fail(wrongFlags(`${flag} takes JSON, such as 5, '"text"' or '["a"]'`));
}

function withoutGaps(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

const flagNames: Readonly<Record<string, string>> = {
  by: '--as: ',
  because: '--because: ',
  or: '--or: ',
  purpose: '--purpose: ',
  from: '--from: ',
  until: '--until: ',
  ticket: '--ticket: ',
  approved_by: '--approved-by: ',
  field: 'field: ',
  at: 'address: ',
};

function issueText(error: z.ZodError): string {
  const { path, message } = describeFirstIssue(error);
  return `${flagNames[String(path[0])] ?? ''}${message}`;
}

export function wrongFlags(message: string): Problem {
  return {
    code: 'not-a-declaration',
    message: `${displayText(message, 300)}.`,
    hint: '`parley intent declare --help` lists the flags.',
  };
}
