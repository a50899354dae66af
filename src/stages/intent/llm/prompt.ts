import { parse } from 'yaml';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../model/result.ts';

const FrontMatter = z.strictObject({
  id: z.string().regex(/^[a-z][a-z-]*$/),
  version: z.number().int().positive(),
  /** Name of the schema that the answer has to satisfy. */
  schema: z.enum(['session', 'operation']),
  max_tokens: z.number().int().positive().max(4000),
});

/** A prompt file: the instructions for the model. */
export interface Prompt {
  /** `session@1`: part of every cache key and of every reading. */
  readonly name: string;
  readonly schema: 'session' | 'operation';
  readonly maxTokens: number;
  readonly system: string;
}

/** Reads a prompt file: YAML front matter between `---` lines, then the instructions. */
export function parsePrompt(text: string, file: string): Result<Prompt> {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (match === null) return fail(invalid(file, 'There is no front matter between `---` lines.'));
  const front = FrontMatter.safeParse(parse(match[1] ?? ''));
  if (!front.success) {
    const [issue] = front.error.issues;
    return fail(invalid(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`));
  }
  const system = (match[2] ?? '').trim();
  if (system === '')
    return fail(invalid(file, 'There are no instructions below the front matter.'));
  const { id, version, schema, max_tokens } = front.data;
  return ok({ name: `${id}@${version}`, schema, maxTokens: max_tokens, system });
}

function invalid(file: string, why: string) {
  return {
    code: 'invalid-prompt',
    message: `The prompt cannot be used: ${why}`,
    place: { file },
    hint: 'See docs/model.md for the format of prompt files.',
  };
}
