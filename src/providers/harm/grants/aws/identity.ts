import type { Severity } from '../../../../model/harm.ts';
import { compareText } from '../../../../model/text.ts';
import type { Gain } from '../document/gains.ts';
import { isGlob, matchesGlob } from '../document/glob.ts';
import { listedPhrases } from './phrases.ts';
import { classifyAction, type Sensitive, sensitiveAction } from './sensitive.ts';
import { lessBy, worseGrant } from './who.ts';

/** What a gain allows, and its severity. */
export interface Power {
  readonly severity: Severity;
  /**
   * Comes after "may now": `pass any role to any service`; undefined if the actions express it
   * best.
   */
  readonly text: string | undefined;
  readonly consequence?: string;
  /** The patterns of actions that confer it. */
  readonly actions: readonly string[];
}

/** What a grant allows on its resources, worst first. */
export function grantedPowers(gain: Gain): readonly Power[] {
  const everywhere = gain.resources.some(isEverything);
  const all = gain.actions.map((pattern) => powerOf(pattern, gain, everywhere));
  const byText = new Map<string | undefined, Power>();
  for (const power of all) {
    const known = byText.get(power.text);
    const actions = [...(known?.actions ?? []), ...power.actions];
    const severity = worseGrant(power.severity, known?.severity ?? 1);
    byText.set(power.text, { ...power, severity, actions });
  }
  return [...byText.values()].sort(
    (a, b) => b.severity - a.severity || compareText(a.text ?? '', b.text ?? ''),
  );
}

/** True for `*` and for ARNs that match every name of a kind. */
function isEverything(resource: string): boolean {
  if (/^\*+$/.test(resource)) return true;
  const [scheme, , service, , , ...rest] = resource.split(':');
  const name = rest.join(':');
  if (scheme !== 'arn') return false;
  if (/^\*/.test(name) || (name === '' && resource.endsWith('*'))) return true;
  return service !== 's3' && /^[a-z-]+[/:]\*+$/.test(name);
}

function powerOf(pattern: string, { statement, names }: Gain, everywhere: boolean): Power {
  const taken = names.filter((name) => !isGlob(name) && matchesGlob(pattern, name));
  const service = /^([a-z0-9-]+):\*$/.exec(pattern)?.[1];
  const actions = [pattern];
  if (isEveryAction(pattern)) {
    if (statement.actions.kind === 'except')
      return exceptPower(statement.actions.patterns, taken, everywhere);
    return everywhere
      ? { severity: 5, text: 'do anything to anything', actions }
      : { severity: 3, text: 'do anything to what is named', actions };
  }
  if (service !== undefined) return servicePower(service, everywhere);
  const sensitive = worstOf(taken, everywhere);
  if (sensitive !== undefined && sensitive.severity >= 2) return { ...sensitive, actions };
  return plainPower(pattern, everywhere);
}

export function isEveryAction(pattern: string): boolean {
  return /^\*+(?::\*+)?$/.test(pattern);
}

function exceptPower(
  left: readonly string[],
  taken: readonly string[],
  everywhere: boolean,
): Power {
  const rights = taken.some(
    (one) => sensitiveAction(one)?.everywhere === 5 && one.startsWith('iam:'),
  );
  const text = `do anything but ${listedPhrases(left)}`;
  const severity = everywhere ? (rights ? 5 : 4) : 3;
  return { severity, text, actions: ['*'] };
}

const rulers = new Set(['iam', 'organizations', 'sso', 'sso-directory', 'sts', 'account']);

function servicePower(service: string, everywhere: boolean): Power {
  const actions = [`${service}:*`];
  const text = `do anything in ${service}`;
  if (!rulers.has(service)) return { severity: everywhere ? 4 : 2, text, actions };
  const consequence = 'which lets it give itself any right';
  return { severity: everywhere ? 5 : 4, text, consequence, actions };
}

function worstOf(
  names: readonly string[],
  everywhere: boolean,
): Omit<Power, 'actions'> | undefined {
  const found = names.flatMap((name) => sensitiveAction(name) ?? []);
  const severityOf = (one: Sensitive) => (everywhere ? one.everywhere : one.somewhere);
  const [worst] = [...found].sort((a, b) => severityOf(b) - severityOf(a));
  if (worst === undefined) return undefined;
  const text = everywhere ? worst.everywhereText : worst.text;
  const power = { severity: severityOf(worst), text };
  if (!everywhere || worst.consequence === undefined) return power;
  return { ...power, consequence: worst.consequence };
}

const plain: Readonly<Record<ReturnType<typeof classifyAction>, readonly [Severity, Severity]>> = {
  admin: [4, 3],
  write: [3, 2],
  read: [3, 1],
  list: [1, 1],
};

function plainPower(pattern: string, everywhere: boolean): Power {
  const [wide, narrow] = plain[classifyAction(pattern)];
  const severity = everywhere ? wide : narrow;
  // Reading with one action of one service is less severe than reading with a wildcard.
  const less = !isGlob(pattern) && severity === 3 ? 1 : 0;
  return { severity: lessBy(severity, less), text: undefined, actions: [pattern] };
}
