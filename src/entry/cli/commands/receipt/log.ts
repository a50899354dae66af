import type { Command } from 'commander';
import { orBrokenLog } from '../../../../adapters/receipt/broken.ts';
import type { OpenLog } from '../../../../adapters/receipt/open.ts';
import { noProjectStore } from '../../../../app/history/with-store.ts';
import { openReceipts, receiptPlace } from '../../../../app/receipt/open.ts';
import { name as tenantName } from '../../../../config/service/text.ts';
import type { LoggedReceipt } from '../../../../model/receipt.ts';
import { fail, ok, type Problem, type Result } from '../../../../model/result.ts';
import { displayText } from '../../../../model/text.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';

export interface ReceiptOptions {
  readonly dir: string;
  /** Tenant of a service. */
  readonly tenant: string;
  readonly json?: boolean;
}

/** Adds the options that locate the receipts. */
export function withLogOptions(command: Command): Command {
  return command
    .option('--dir <root>', 'folder of the root module with the receipts', '.')
    .option('--tenant <name>', 'tenant of the service, whose receipts to use', 'default');
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

function noTenant(tenant: string): Problem {
  return {
    code: 'receipt-tenant',
    message: `${displayText(tenant, 80)} is not the name of a tenant.`,
    hint: 'Use lower-case letters, digits and dashes, as in the settings of the service.',
  };
}

/** All receipts, or the one whose id starts with the given text. */
export function pickReceipts(
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
