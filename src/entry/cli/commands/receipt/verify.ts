import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fail, ok, type Problem, type Result } from '../../../../model/result.ts';
import { displayText } from '../../../../model/text.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../../present/terminal/safe.ts';
import { type Bundle, readBundle } from '../../../../stages/receipt/bundle.ts';
import { verifyCheckpoints, verifyHistory } from '../../../../stages/receipt/history.ts';
import { trustedKeys } from '../../../../stages/receipt/keys.ts';
import { readPublicKey, type Verifier } from '../../../../stages/receipt/public-key.ts';
import { verifyBundle } from '../../../../stages/receipt/verify.ts';
import type { Cli } from '../../program/command.ts';
import { type ReceiptOptions, withLogOptions, withReceiptLog } from './log.ts';

interface VerifyOptions extends ReceiptOptions {
  readonly key?: readonly string[];
  /** A signed note, or its base64 form in a commit message. */
  readonly checkpoint?: string;
}

/** Defines `parley receipt verify`. */
export function defineReceiptVerify(command: Command, { io, finish }: Cli): void {
  withLogOptions(
    command
      .description('verify the receipts of a project, or an exported bundle; needs no network')
      .argument('[bundle]', 'file that `parley receipt export` wrote')
      .option('--key <file...>', 'public keys to trust, in PEM; default: those of the project')
      .option('--checkpoint <text>', 'checkpoint of a commit, which the log has to continue'),
  )
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, options: VerifyOptions) =>
      finish(await runReceiptVerify(io, file, options)),
    );
}

/** `parley receipt verify [BUNDLE]`: reports the first thing that does not match. */
export async function runReceiptVerify(
  io: Io,
  file: string | undefined,
  options: VerifyOptions,
): Promise<ExitCode> {
  const keys = await readKeys(io, options.key ?? []);
  if (!keys.ok) return printProblem(io, keys.error);
  if (file !== undefined) {
    if (keys.value.length === 0) return printProblem(io, noKey);
    const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => '');
    const bundle = readBundle(text, file);
    return bundle.ok
      ? printVerified(io, bundle.value, keys.value, options)
      : printProblem(io, bundle.error);
  }
  return withReceiptLog(io, options, async (log) => {
    const bundle = await log.bundle(await log.receipts());
    if (!bundle.ok) return printProblem(io, bundle.error);
    const own = readPublicKey(bundle.value.keys.at(-1)?.pem ?? '');
    if (!own.ok) return printProblem(io, own.error);
    const trusted = keys.value.length > 0 ? keys.value : [own.value];
    const known = trustedKeys(trusted, bundle.value.keys);
    if (!known.ok) return printProblem(io, known.error);
    const leaves = await log.leaves();
    const signed = verifyCheckpoints(await log.checkpoints(), leaves, known.value);
    const { checkpoint } = options;
    const history =
      signed.ok && checkpoint !== undefined
        ? verifyHistory(checkpoint, leaves, known.value)
        : signed;
    if (!history.ok) return printProblem(io, history.error);
    return printVerified(io, bundle.value, trusted, options);
  });
}

function printVerified(
  io: Io,
  bundle: Bundle,
  keys: readonly Verifier[],
  { json }: VerifyOptions,
): ExitCode {
  const verified = verifyBundle(bundle, keys);
  if (!verified.ok) {
    if (json) io.out(`${jsonText({ ok: false, problem: verified.error }, 2)}\n`);
    return printProblem(io, verified.error);
  }
  const { head, receipts, missing } = verified.value;
  if (json) io.out(`${jsonText({ ok: true, ...head, receipts: receipts.length, missing }, 2)}\n`);
  else {
    const lacks = missing.length === 0 ? '' : ` ${missing.length} texts they rest on are missing.`;
    io.out(
      terminalText(
        `Verified ${receipts.length} of ${head.size} receipts of ${displayText(head.origin, 80)}.${lacks}\n`,
        false,
      ),
    );
  }
  return 0;
}

async function readKeys(io: Io, files: readonly string[]): Promise<Result<readonly Verifier[]>> {
  const keys: Verifier[] = [];
  for (const file of files) {
    const pem = await readFile(resolve(io.cwd, file), 'utf8').catch(() => '');
    const key = readPublicKey(pem);
    if (!key.ok) return fail({ ...key.error, place: { file } });
    keys.push(key.value);
  }
  return ok(keys);
}

const noKey: Problem = {
  code: 'receipt-no-key',
  message: 'A bundle is verified with a key that you trust, and none was given.',
  hint: 'Give the public key of the log with --key; `parley receipt key list --pem` prints it where the log is.',
};
