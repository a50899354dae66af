import { withHistory } from '../../../app/history/history.ts';
import type { Problem } from '../../../model/result.ts';
import { displayText } from '../../../model/text.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import type { Store } from '../../../ports/store/run-store.ts';
import { renderBlame } from '../../../present/terminal/blame.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import { jsonText, terminalText } from '../../../present/terminal/safe.ts';
import { createStyle } from '../../../present/terminal/style.ts';
import { loadSchema } from '../../../providers/schema/load.ts';
import { blame, type FieldBlame, type ResourceBlame } from '../../../stages/ledger/blame.ts';
import { foldLedger } from '../../../stages/ledger/fold.ts';
import { fieldTypeOf } from '../../../stages/ledger/object-type.ts';

export interface BlameOptions {
  readonly dir: string;
  readonly stack?: string;
  readonly history?: boolean;
  readonly json?: boolean;
}

/** `parley blame ADDRESS [PATH]`: who holds which field, since when, why and within which bounds. */
export async function runBlame(
  io: Io,
  address: string,
  path: string | undefined,
  options: BlameOptions,
): Promise<ExitCode> {
  return withHistory(io, options, 'knows who owns what', (store) =>
    show(io, store, { address, path, options }),
  );
}

interface Asked {
  readonly address: string;
  readonly path: string | undefined;
  readonly options: BlameOptions;
}

async function show(io: Io, store: Store, { address, path, options }: Asked): Promise<ExitCode> {
  const entries = await store.ledger(address);
  if (entries.length === 0) {
    return printProblem(io, unknownAddress(address, await store.addresses()));
  }
  const schema = loadSchema();
  const ledger = foldLedger(entries, (type) => fieldTypeOf(schema, type));
  const now = io.now();
  const resources = [...ledger.values()].map((resource) => blame(resource, now, path));
  const found = resources.filter(({ fields, history }) => fields.length + history.length > 0);
  if (found.length === 0)
    return printProblem(
      io,
      unknownPath(
        address,
        path ?? '',
        [...ledger.values()].flatMap((each) => blame(each, now).fields),
      ),
    );
  if (options.json) {
    const shown = options.history ? found : found.map(({ history: _, ...rest }) => rest);
    io.out(`${jsonText(shown, 2)}\n`);
  } else {
    const style = createStyle(io.color);
    const texts = found.map((each: ResourceBlame) =>
      renderBlame(each, style, options.history === true),
    );
    io.out(terminalText(`${texts.join('\n\n')}\n`, io.color));
  }
  return 0;
}

/** Resources that are named like the one that was asked for come first. */
function unknownAddress(address: string, known: readonly string[]): Problem {
  const words = address.split(/[.[\]"]+/).filter((word) => word !== '');
  const likeness = (other: string): number => words.filter((word) => other.includes(word)).length;
  const nearest = [...known].sort((a, b) => likeness(b) - likeness(a)).slice(0, 5);
  return {
    code: 'unknown-address',
    message: `The ledger has nothing about ${displayText(address, 120)}.`,
    hint:
      nearest.length === 0
        ? 'It is empty yet: run `parley scan`.'
        : `It knows, among others: ${nearest.map((each) => displayText(each, 120)).join(', ')}.`,
  };
}

function unknownPath(address: string, path: string, fields: readonly FieldBlame[]): Problem {
  const names = [...new Set(fields.map(({ field }) => field))].slice(0, 10);
  return {
    code: 'unknown-path',
    message: `The ledger has no field ${displayText(path, 120)} of ${displayText(address, 120)}.`,
    hint: `Its fields are: ${names.map((each) => displayText(each, 80)).join(', ')}.`,
  };
}
