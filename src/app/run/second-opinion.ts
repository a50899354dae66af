import { createRequire } from 'node:module';
import type { SecondOpinion } from '../../stages/patch/terraform/text-proof.ts';

/** Larger files would take it seconds. */
const largest = 200_000;

/**
 * HashiCorp's own parser, compiled to JavaScript (`hcl2-parser`), as a second opinion on edited
 * files. It takes a while to start, so it is loaded when the first patch is verified.
 */
export function createSecondOpinion(): SecondOpinion {
  const require = createRequire(import.meta.url);
  let parse: ((text: string) => unknown) | undefined;
  return (text) => {
    if (text.length > largest) return undefined;
    parse ??= loadParser(require('hcl2-parser'));
    if (parse === undefined) return undefined;
    const answer = parse(text.replace(/^\uFEFF/, ''));
    if (!Array.isArray(answer)) return undefined;
    return answer[1] === null || answer[1] === undefined;
  };
}

function loadParser(module: unknown): ((text: string) => unknown) | undefined {
  if (typeof module !== 'object' || module === null || !('parseToString' in module)) {
    return undefined;
  }
  const { parseToString } = module;
  return typeof parseToString === 'function' ? (text) => parseToString(text) : undefined;
}
