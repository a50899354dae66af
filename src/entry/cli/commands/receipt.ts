import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { orBrokenLog } from '../../../adapters/receipt/broken.ts';
import type { OpenLog } from '../../../adapters/receipt/open.ts';
import { noProjectStore } from '../../../app/history/with-store.ts';
import { openReceipts, receiptPlace } from '../../../app/receipt/open.ts';
import { createReplayer } from '../../../app/receipt/replay.ts';
import { name as tenantName } from '../../../config/service/text.ts';
import type { LoggedReceipt } from '../../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { receiptLines, receiptText } from '../../../present/terminal/receipt.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { type Bundle, bundleText, readBundle } from '../../../stages/receipt/bundle.ts';
import { verifyCheckpoints, verifyHistory } from '../../../stages/receipt/history.ts';
import { trustedKeys } from '../../../stages/receipt/keys.ts';
import { readPublicKey, type Verifier } from '../../../stages/receipt/public-key.ts';
import { receiptStatement, verifyBundle } from '../../../stages/receipt/verify.ts';

export interface ReceiptOptions {
  readonly dir: string;
  /** Tenant of a service. */
  readonly tenant: string;
  readonly json?: boolean;
}

/** Opens the receipt log of a project for `work`, and closes it afterwards. */
export async function withReceiptLog(
  io: Io,
  { dir, tenant }: Pick<ReceiptOptions, 'dir' | 'tenant'>,
  work: (log: OpenLog) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!tenantName.safeParse(tenant).success) return printProblem(io, noTenant(tenant));
  const place = await receiptPlace(io, dir);
  if (place === undefined) return printProblem(io, noProjectStore(dir, 'has receipts'));
  const log = await openReceipts(io, place, tenant);
  if (!log.ok) return printProblem(io, log.error);
  try {
    const done = await orBrokenLog(async () => ok(await work(log.value)));
    return done.ok ? done.value : printProblem(io, done.error);
  } finally {
    await log.value.close();
  }
}

/** `parley receipt show [ID]`: lists the receipts, or shows the content of one. */
export function runReceiptShow(
  io: Io,
  id: string | undefined,
  options: ReceiptOptions,
): Promise<ExitCode> {
  const { json } = options;
  return withReceiptLog(io, options, async (log) => {
    const picked = pick(await log.receipts(), id);
    if (!picked.ok) return printProblem(io, picked.error);
    const shown = picked.value.map((receipt) => ({
      ...receipt,
      statement: receiptStatement(receipt),
    }));
    if (json) io.out(`${jsonText(id === undefined ? shown : shown[0], 2)}\n`);
    else
      io.out(
        terminalText(
          id === undefined ? receiptLines(shown) : shown.map(receiptText).join('\n'),
          false,
        ),
      );
    return 0;
  });
}

export interface ExportOptions extends Omit<ReceiptOptions, 'json'> {
  readonly out?: string;
}

/**
 * `parley receipt export [ID...]`: writes bundles that can be verified elsewhere with only the
 * public key.
 */
export function runReceiptExport(
  io: Io,
  ids: readonly string[],
  options: ExportOptions,
): Promise<ExitCode> {
  const { out } = options;
  return withReceiptLog(io, options, async (log) => {
    const all = await log.receipts();
    const picked = ids.length === 0 ? [ok(all)] : ids.map((id) => pick(all, id));
    for (const each of picked) if (!each.ok) return printProblem(io, each.error);
    const chosen = new Set(picked.flatMap((each) => (each.ok ? each.value : [])));
    const bundle = await log.bundle([...chosen]);
    if (!bundle.ok) return printProblem(io, bundle.error);
    const text = bundleText(bundle.value);
    if (out === undefined) io.out(text);
    else await writeFile(resolve(io.cwd, out), text);
    return 0;
  });
}

export interface VerifyOptions extends ReceiptOptions {
  readonly key?: readonly string[];
  /** A signed note, or its base64 form in a commit message. */
  readonly checkpoint?: string;
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

/** `parley receipt replay [ID]`: repeats decisions from the inputs of their receipts. */
export function runReceiptReplay(
  io: Io,
  id: string | undefined,
  options: ReceiptOptions,
): Promise<ExitCode> {
  const { json } = options;
  return withReceiptLog(io, options, async (log) => {
    const picked = pick(await log.receipts(), id);
    if (!picked.ok) return printProblem(io, picked.error);
    const replayer = createReplayer(log.input);
    const problems: { readonly receipt: string; readonly problem: Problem }[] = [];
    let replayed = 0;
    for (const receipt of picked.value) {
      const statement = receiptStatement(receipt);
      if (statement === undefined || (id === undefined && statement.kind !== 'decision')) continue;
      const again = await replayer.replay(statement);
      if (again.ok) replayed += 1;
      else problems.push({ receipt: receipt.id, problem: again.error });
    }
    if (json) io.out(`${jsonText({ replayed, problems }, 2)}\n`);
    else
      io.out(terminalText(`Replayed ${replayed} decisions, each the same byte for byte.\n`, false));
    for (const { problem } of problems) printProblem(io, problem);
    return problems.length === 0 ? 0 : 1;
  });
}

/** All receipts, or the one whose id starts with the given text. */
function pick(
  all: readonly LoggedReceipt[],
  id: string | undefined,
): Result<readonly LoggedReceipt[]> {
  if (id === undefined) return ok(all);
  const start = id.replace(/^sha256:/, '');
  const found = start.length < 4 ? [] : all.filter((one) => one.id.startsWith(start));
  if (found.length === 1) return ok(found);
  return fail({
    code: 'no-receipt',
    message: `There ${found.length === 0 ? 'is no receipt' : 'are several receipts'} ${displayText(id, 80)}.`,
    hint: '`parley receipt show` lists all; the first digits of an id are enough, four at least.',
  });
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

function noTenant(tenant: string): Problem {
  return {
    code: 'receipt-tenant',
    message: `${displayText(tenant, 80)} is not the name of a tenant.`,
    hint: 'Use lower-case letters, digits and dashes, as in the settings of the service.',
  };
}

const noKey: Problem = {
  code: 'receipt-no-key',
  message: 'A bundle is verified with a key that you trust, and none was given.',
  hint: 'Give the public key of the log with --key; `parley receipt key list --pem` prints it where the log is.',
};
