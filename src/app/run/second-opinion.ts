import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { SecondOpinion } from '../../stages/patch/terraform/text-proof.ts';

/** Larger files would take the parser seconds. */
const largest = 200_000;

/** Number of results that are kept. */
const maxJudged = 10_000;

/**
 * HashiCorp's own parser, compiled to JavaScript (`hcl2-parser`), as a second opinion on edited
 * files. It takes a while to start, so it is loaded when the first patch is verified.
 */
export function createSecondOpinion(): SecondOpinion {
  const require = createRequire(import.meta.url);
  let parse: ((text: string) => unknown) | undefined;
  const judge = (text: string): boolean | undefined => {
    parse ??= loadParser(require('hcl2-parser'));
    const answer = parse?.(text.replace(/^\uFEFF/, ''));
    return Array.isArray(answer) ? (answer[1] ?? undefined) === undefined : undefined;
  };
  // A run that plans its patches ahead asks about the same texts again at its end, and the next run
  // about those of patches that are still open.
  const judged = new Map<string, boolean | undefined>();
  return (text) => {
    if (text.length > largest) return undefined;
    const key = createHash('sha256').update(text).digest('base64');
    if (!judged.has(key)) {
      if (judged.size >= maxJudged) judged.clear();
      judged.set(key, judge(text));
    }
    return judged.get(key);
  };
}

function loadParser(module: unknown): ((text: string) => unknown) | undefined {
  if (typeof module !== 'object' || module === null || !('parseToString' in module)) {
    return undefined;
  }
  const { parseToString } = module;
  return typeof parseToString === 'function' ? (text) => parseToString(text) : undefined;
}
