import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import type { Signer } from '../../ports/receipt/signer.ts';
import { base64Bytes } from '../../stages/receipt/digest.ts';
import { readPublicKey, type Verifier } from '../../stages/receipt/public-key.ts';
import { readSigner } from './key-files.ts';

/** Milliseconds that the command may take for everything that it signs in one call. */
const timeout = 60_000;

/**
 * The signer that the environment names. PARLEY_RECEIPT_SIGNER is a command with its arguments,
 * which reads the texts to sign, one in base64 on each line, and writes the signatures in the same
 * way; PARLEY_RECEIPT_KEY is the file of its public key. Or PARLEY_RECEIPT_PRIVATE_KEY is the file
 * of the private key itself. Undefined if none is named.
 */
export async function signerFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<Result<Signer | undefined>> {
  const [command, ...args] = (env['PARLEY_RECEIPT_SIGNER'] ?? '')
    .split(/\s+/)
    .filter((part) => part !== '');
  const own = env['PARLEY_RECEIPT_PRIVATE_KEY'];
  if (command === undefined) return own ? readSigner(resolve(cwd, own)) : ok(undefined);
  const file = resolve(cwd, env['PARLEY_RECEIPT_KEY'] ?? '');
  const pem = await readFile(file, 'utf8').catch(() => '');
  const key = readPublicKey(pem);
  if (!key.ok)
    return fail({
      ...key.error,
      place: { file },
      hint: 'PARLEY_RECEIPT_KEY names the file of the public key of PARLEY_RECEIPT_SIGNER, in PEM.',
    });
  return ok({
    key: key.value,
    async sign(messages) {
      const lines = messages.map((message) => `${Buffer.from(message).toString('base64')}\n`);
      const output = await answerOf(command, args, lines.join(''), env);
      return output === undefined
        ? fail(failed('it ended with an error or took too long'))
        : checked(output, messages, key.value);
    },
  });
}

/** Finds a wrong signature here, and not when somebody verifies it years later. */
function checked(
  output: string,
  messages: readonly Uint8Array[],
  key: Verifier,
): Result<readonly Uint8Array[]> {
  const signatures = output.trim().split(/\r?\n/).map(base64Bytes);
  if (signatures.length !== messages.length)
    return fail(failed(`it gave ${signatures.length} signatures for ${messages.length} texts`));
  const fitting = signatures.flatMap((signature, at) => {
    const message = messages[at];
    const fits =
      signature !== undefined && message !== undefined && key.isSigned(message, signature);
    return fits ? [signature] : [];
  });
  return fitting.length === messages.length
    ? ok(fitting)
    : fail(failed('a signature is not by the key of PARLEY_RECEIPT_KEY'));
}

/** The output of the command; undefined if it fails. Its error output is not shown. */
function answerOf(
  command: string,
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...env },
      timeout: timeout,
    });
    const pieces: Buffer[] = [];
    child.on('error', () => done(undefined));
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('close', (code) =>
      done(code === 0 ? Buffer.concat(pieces).toString('latin1') : undefined),
    );
    child.stdin.end(input);
  });
}

function failed(why: string): Problem {
  return {
    code: 'receipt-signer-failed',
    message: `The command of PARLEY_RECEIPT_SIGNER did not sign: ${why}.`,
    hint: 'It reads one base64 text a line, and writes the base64 of an Ed25519 signature of each.',
  };
}
