import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Prompt, parsePrompt } from '../intent/llm/prompt.ts';
import type { Result } from '../model/result.ts';

/** A prompt that ships with Parley, by its file's name. */
export async function loadPrompt(name: 'session' | 'operation'): Promise<Result<Prompt>> {
  // The same from src/ and from dist/.
  const file = fileURLToPath(new URL(`../../prompts/${name}.md`, import.meta.url));
  return parsePrompt(await readFile(file, 'utf8'), file);
}
