import { isAtOrBelow } from '../../model/address.ts';
import { isDismissed } from '../../model/decision.ts';
import type { Intent } from '../../model/intent.ts';
import { decides } from '../../model/parties.ts';
import type { Report } from '../../model/report.ts';
import { fail, ok, type Problem, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { firstWords } from '../../model/words.ts';

/** Maximum number of intents listed in a problem. */
const maxNamed = 10;

/**
 * The open intent that is identified by its id, by one of its drifts, or by an address. If several
 * match, the result is a problem that lists them: an answer never applies to more than was
 * requested.
 */
export function resolveIntent(
  { intents, decisions }: Pick<Report, 'intents' | 'decisions'>,
  id: string,
): Result<Intent> {
  const named = intents.find((intent) => intent.id === id);
  if (named !== undefined) return ok(named);
  const open = decisions.filter(
    (one) => isDismissed(one) || (one.verdict.outcome !== 'noop' && decides(one)),
  );
  const about = open.filter(({ drift, address }) => drift === id || isAtOrBelow(address, id));
  const ids = new Set(about.map(({ intent }) => intent));
  const meant = intents.filter((intent) => ids.has(intent.id));
  const [only, ...more] = meant;
  if (only !== undefined && more.length === 0) return ok(only);
  if (only !== undefined) return fail(several(id, meant));
  const all = new Set(open.map(({ intent }) => intent));
  return fail(
    none(
      id,
      intents.filter((intent) => all.has(intent.id)),
    ),
  );
}

function several(id: string, meant: readonly Intent[]): Problem {
  return {
    code: 'intent-ambiguous',
    message: `${displayText(id, 120)} is part of ${meant.length} open intents, and an answer applies to one: ${listed(meant)}.`,
    hint: 'Give the id of the intent you mean.',
  };
}

function none(id: string, open: readonly Intent[]): Problem {
  return {
    code: 'intent-unknown',
    message: `The latest run has no open intent, drift or address ${displayText(id, 120)}.`,
    hint: open.length === 0 ? 'It has no open intents.' : `It has ${listed(open)}.`,
  };
}

function listed(intents: readonly Intent[]): string {
  const names = intents.map(({ id, summary }) => `${id} (${displayText(summary, 80)})`);
  return firstWords(names, maxNamed);
}
