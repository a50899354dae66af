import { z } from 'zod';
import { fail, ok, type Result } from '../../model/result.ts';
import type { Policy } from '../../stages/arbitration/types.ts';
import { builtInFile } from '../../stages/policy/built-in/files.ts';
import { builtInPolicy } from '../../stages/policy/built-in/policies.ts';
import { plainText } from '../../stages/receipt/digest.ts';
import type { PolicySource } from '../run/policy.ts';

const Document = z.strictObject({
  /** Name of the file. */
  file: z.string().exactOptional(),
  text: z.string(),
  /** The built-in policy that the file extends, or that is used alone. */
  builtIn: z.strictObject({ name: z.string(), text: z.string() }).exactOptional(),
});

/** The complete policy as one text: the file, and the built-in policy that it extends. */
export function policyDocument(source: PolicySource): string {
  if ('builtIn' in source) {
    const text = builtInFile(source.builtIn) ?? '';
    return plainText({ text, builtIn: { name: source.builtIn, text } });
  }
  const { file, text, base } = source;
  const builtIn =
    base === undefined ? {} : { builtIn: { name: base, text: builtInFile(base) ?? '' } };
  return plainText({ file, text, ...builtIn });
}

/** The parts of a policy document. */
export function readPolicyDocument(document: string): z.output<typeof Document> {
  return Document.parse(JSON.parse(document));
}

/**
 * The policy that a document describes. Fails where this version of Parley has a different policy
 * under that name.
 */
export async function policyOfDocument(document: string): Promise<Result<Policy>> {
  const { file, text, builtIn } = readPolicyDocument(document);
  if (builtIn !== undefined && builtInFile(builtIn.name) !== builtIn.text) {
    return fail({
      code: 'replay-policy-changed',
      message: `The decision was made with a ${builtIn.name} policy that this version of Parley no longer has.`,
      hint: 'Replay it with the version that the receipt names.',
    });
  }
  if (file === undefined) return builtInPolicy(builtIn?.name ?? '');
  // CEL is loaded only for policy files.
  const { readPolicyFile } = await import('../../stages/policy/file/read.ts');
  const read = readPolicyFile(text, file);
  return read.ok ? ok(read.value.policy) : read;
}
