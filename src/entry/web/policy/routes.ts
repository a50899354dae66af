import { proposePolicyFile } from '../../../app/policy/propose-file.ts';
import { day, shiftTime } from '../../../model/instant.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { flushOutboxSoon } from '../../api/http/flush-outbox.ts';
import { findStack, tenantStacks } from '../../api/stacks.ts';
import {
  type FormFields,
  notFoundPage,
  shownVisitor,
  showPage,
  type WebContext,
  type WebGate,
} from '../gate.ts';
import { liveFrom } from '../live/page.ts';
import { may } from '../may.ts';
import type { Visitor } from '../session.ts';
import { completeScript } from './complete-script.ts';
import { type CopyView, copyPage, type TriedPolicy } from './copy-page.ts';
import { policyPage } from './page.ts';
import { readStackPolicy, startingPolicyText } from './rules.ts';
import { tryPolicy } from './try.ts';

const path = '/ui/policy';
const completePath = '/ui/complete.js';
/** Days over which uses of rules are counted. */
const days = 90;
/** Bytes of a form that contains a policy. */
const size = 300 * 1024;

export function addPolicyPages(gate: WebGate, deps: ApiDeps): void {
  gate.open(completePath, async (c) =>
    c.body(completeScript, 200, {
      'content-type': 'text/javascript',
      'cache-control': 'max-age=300',
    }),
  );
  gate.page(path, (c, visitor) => showRules(deps, c, visitor));
  gate.page(`${path}/copy`, (c, visitor) => showCopy(deps, c, visitor));
  gate.form(`${path}/copy`, (c, form, visitor) => takeCopy(deps, c, form, visitor), { size });
}

async function showRules(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const { tenant } = visitor.caller;
  const stacks = tenantStacks(deps.settings, tenant).map(({ name }) => name);
  const stack = c.req.query('stack') ?? stacks[0] ?? '';
  if (stacks.length > 0 && !stacks.includes(stack)) return notFoundPage(c, visitor);
  const key = { tenant, stack };
  const live = await liveFrom(deps.store, tenant, [stack], 'one');
  const since = shiftTime(deps.runtime.now(), -days * day);
  const [document, uses] = await Promise.all([
    deps.store.shown.policy(key),
    deps.store.shown.rules(key, since),
  ]);
  const read = document === undefined ? undefined : readStackPolicy(document);
  const body = policyPage({
    ...{ stacks, stack, uses, days, mayPropose: may(visitor, 'write') },
    found: read?.ok === false ? read.error.message : read?.value,
  });
  return showPage(c, { title: 'Policy', path, visitor: shownVisitor(visitor), body, live });
}

async function showCopy(deps: ApiDeps, c: WebContext, visitor: Visitor): Promise<Response> {
  const { tenant } = visitor.caller;
  const stack = c.req.query('stack') ?? '';
  if (findStack(deps.settings, tenant, stack) === undefined) return notFoundPage(c, visitor);
  const document = await deps.store.shown.policy({ tenant, stack });
  const read = document === undefined ? undefined : readStackPolicy(document);
  const known = read?.ok === true ? read.value : undefined;
  const tiers = known?.policy.tiers ?? [];
  return copyView(c, visitor, {
    stack,
    tiers,
    text: known === undefined ? '' : startingPolicyText(known),
  });
}

function copyView(
  c: WebContext,
  visitor: Visitor,
  view: Pick<CopyView, 'stack' | 'tiers' | 'text' | 'tried'>,
): Promise<Response> {
  const body = copyPage({ ...view, proof: visitor.proof, mayPropose: may(visitor, 'write') });
  const frame = { title: 'A copy', path, body, script: completePath };
  return showPage(c, { ...frame, visitor: shownVisitor(visitor) });
}

async function takeCopy(
  deps: ApiDeps,
  c: WebContext,
  fields: FormFields,
  visitor: Visitor,
): Promise<Response> {
  const { tenant } = visitor.caller;
  const stack = c.req.query('stack') ?? '';
  const found = findStack(deps.settings, tenant, stack);
  if (found === undefined) return notFoundPage(c, visitor);
  // Browsers submit text areas with CRLF line ends.
  const text = (fields['text'] ?? '').replaceAll('\r\n', '\n');
  const key = { tenant, stack };
  const tried = await tryPolicy(deps.store, key, text);
  const isAsked =
    fields['do'] === 'propose' && may(visitor, 'write') && tried.problem === undefined;
  const view = { stack, text, tiers: await tiersOf(deps, key) };
  if (!isAsked) return copyView(c, visitor, { ...view, tried });
  const { by } = visitor;
  const proposed = await proposePolicyFile(deps.store, key, {
    ...{ text, by, effect: effectOf(tried), forge: found.forge },
  });
  if (!proposed.ok) {
    return copyView(c, visitor, { ...view, tried: { ...tried, problem: proposed.error } });
  }
  deps.runtime.log.info('policy proposed', { ...key, by, branch: proposed.value });
  flushOutboxSoon(deps);
  return copyView(c, visitor, { ...view, tried: { ...tried, branch: proposed.value } });
}

async function tiersOf({ store }: ApiDeps, key: StackKey): Promise<readonly string[]> {
  const document = await store.shown.policy(key);
  const read = document === undefined ? undefined : readStackPolicy(document);
  return read?.ok === true ? read.value.policy.tiers : [];
}

function effectOf({ simulation }: TriedPolicy): string {
  if (simulation === undefined) return 'It was not tried on recorded scans.';
  const { changed, decisions } = simulation;
  return `Of ${decisions} recorded verdicts ${changed.length} would change.`;
}
