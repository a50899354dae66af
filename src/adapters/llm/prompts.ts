import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from '../../model/result.ts';
import { type Prompt, parsePrompt } from '../../stages/intent/llm/prompt.ts';

/** Reads a prompt that ships with Parley, by the name of its file. */
export async function loadPrompt(name: 'session' | 'operation'): Promise<Result<Prompt>> {
  // Found through the package, because this file may be in `src` or in `dist`.
  const file = createRequire(import.meta.url).resolve(`#prompts/${name}.md`);
  return parsePrompt(await readFile(file, 'utf8'), file);
}
