import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result } from '../../model/result.ts';
import { type Prompt, parsePrompt } from '../../stages/intent/llm/prompt.ts';

/** A prompt that ships with Parley, by its file's name. */
export async function loadPrompt(name: 'session' | 'operation'): Promise<Result<Prompt>> {
  // Of the package, wherever in it this file is: in `src` or in `dist`.
  const file = createRequire(import.meta.url).resolve(`#prompts/${name}.md`);
  return parsePrompt(await readFile(file, 'utf8'), file);
}
