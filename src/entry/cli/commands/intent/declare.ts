import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ownTenant } from '../../../../adapters/receipt/tenant-folder.ts';
import { hasStore, storeLocation } from '../../../../adapters/store/location.ts';
import { whoAnswers } from '../../../../app/answer/ask/who.ts';
import { declareIntent } from '../../../../app/declare/declare.ts';
import { openProjectStore } from '../../../../app/history/open-store.ts';
import { keepDeclaration } from '../../../../app/receipt/declarations.ts';
import { projectReceipts } from '../../../../app/receipt/open.ts';
import { type DeclareOptions, fromFlags, wrongFlags } from '../../../../app/run/declare-flags.ts';
import { DeclarationFile, type WrittenDeclaration } from '../../../../config/declarations.ts';
import { fail, ok, type Problem, type Result } from '../../../../model/result.ts';
import { displayText } from '../../../../model/text.ts';
import type { ExitCode, Io } from '../../../../ports/io.ts';
import type { StoredDocument } from '../../../../ports/store/run-store.ts';
import { printProblem } from '../../../../present/terminal/print-problem.ts';
import { readYamlFile } from '../../../../text/yaml-file.ts';
import type { Cli } from '../../program/command.ts';

/** `parley intent declare`: keeps in the store what somebody wants of a field before they act. */
export function defineDeclare(command: Command, { io, finish }: Cli): void {
  command
    .description('declare in advance what somebody wants a field to be')
    .argument('[address]', 'address of a resource, or of a module and all in it')
    .argument(
      '[field]',
      'desired_capacity, tags["Team"], scaling_config[0].desired_size; the resource itself without one',
    )
    .option('--dir <root>', 'folder of the root module, whose store keeps it', '.')
    .option('--file <file>', 'YAML with a list called declarations, instead of flags')
    .option('--as <principal>', 'ARN of the role or user, with its class: ARN:agent')
    .option('--equals <json>', 'the value')
    .option('--min <number>', 'at least')
    .option('--max <number>', 'at most')
    .option('--prefer <json>', 'the best within --min and --max, or of --one-of')
    .option('--one-of <json>', 'a list of values')
    .option('--contains <json>', 'members that the list must have')
    .option('--excludes <json>', 'members that the list must not have')
    .option('--present', 'set to anything; without a field, that the resource is there')
    .option('--absent', 'not set; without a field, that the resource is gone')
    .option('--or <json>', 'what is acceptable as well: \'{"min": 2, "max": 4}\'')
    .option('--because <text>', 'why, in a sentence')
    .option('--purpose <word>', 'what it is for: scaling, hotfix, cost-saving, ...')
    .option('--from <time>', 'ISO 8601; now unless given')
    .option('--until <time>', 'ISO 8601; without end unless given')
    .option('--ticket <id>', 'where it was agreed')
    .option('--approved-by <name>', 'who approved it; needs --until and --ticket')
    .option(
      '--expect <id>',
      'id that must still be in force for this principal and field; none: nothing',
    )
    .action(
      async (address: string | undefined, field: string | undefined, options: DeclareOptions) =>
        finish(await declare(io, { address, field }, options)),
    );
}

async function declare(
  io: Io,
  place: { readonly address: string | undefined; readonly field: string | undefined },
  options: DeclareOptions,
): Promise<ExitCode> {
  const expect = expectedIntent(options);
  if (!expect.ok) return printProblem(io, expect.error);
  const entries =
    options.file === undefined
      ? fromFlags(place, options)
      : await fromFile(io, options.file, place.address);
  if (!entries.ok) return printProblem(io, entries.error);
  const location = storeLocation(resolve(io.cwd, options.dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) return printProblem(io, noStore(options.dir));
  const store = await openProjectStore(io, options.dir);
  if (!store.ok) return printProblem(io, store.error);
  try {
    const by = await whoAnswers(io, resolve(io.cwd, options.dir));
    const place = { receipts: projectReceipts(io, options.dir), tenant: ownTenant, by };
    const sign = (declared: StoredDocument) => keepDeclaration(place, declared);
    const deps = {
      ...{ store: store.value, report: undefined, now: io.now(), isTrial: false, sign },
      expect: expect.value,
    };
    for (const entry of entries.value) {
      const declared = await declareIntent(deps, entry);
      if (!declared.ok) return printProblem(io, declared.error);
      const { id } = declared.value;
      const line = `Declared ${id}: ${[entry.at, entry.field].filter((one) => one !== undefined).join(' ')}, ${entry.because}`;
      io.out(`${displayText(line, 300)}\n`);
    }
  } finally {
    await store.value.close();
  }
  return 0;
}

/**
 * `--expect` names the version that one declaration replaces, so it cannot be combined with a file
 * of several.
 */
function expectedIntent({ expect, file }: DeclareOptions): Result<string | undefined> {
  if (expect === undefined) return ok(undefined);
  if (file !== undefined)
    return fail(wrongFlags('--expect applies to one declaration, not to --file'));
  if (/^(?:none|i-[0-9a-f]{12})$/.test(expect)) return ok(expect);
  return fail(wrongFlags('--expect takes the id of a declaration, or none'));
}

async function fromFile(
  io: Io,
  file: string,
  address: string | undefined,
): Promise<Result<readonly WrittenDeclaration[]>> {
  if (address !== undefined) return fail(wrongFlags('--file has its own addresses and fields'));
  const text = await readFile(resolve(io.cwd, file), 'utf8').catch(() => undefined);
  if (text === undefined) {
    return fail({
      code: 'declarations-not-found',
      message: 'The file with declarations cannot be read.',
      place: { file },
      hint: 'Give an existing YAML file with a list called declarations.',
    });
  }
  const read = readYamlFile(text, file, DeclarationFile);
  return read.ok ? ok(read.value.declarations) : read;
}

function noStore(dir: string): Problem {
  return {
    code: 'no-store',
    message: 'There is no store to keep it in.',
    place: { file: dir },
    hint: 'Run `parley init` once, set PARLEY_STORE, or write it under declarations in parley.yaml.',
  };
}
