import { noReport } from '../../../app/history/read-report.ts';
import { askProposals } from '../../../app/propose/ask.ts';
import { keepDeclaration } from '../../../app/receipt/declarations.ts';
import { fail, ok } from '../../../model/result.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { flushOutboxSoon } from '../../api/http/flush-outbox.ts';
import { findStack, tenantStacks } from '../../api/stacks.ts';
import { answerFound } from '../../service/console-answer.ts';
import type { AgentPlace } from './types.ts';

type Deps = Pick<ApiDeps, 'settings' | 'store' | 'jobs' | 'answers' | 'registers' | 'runtime'>;

/** The stacks of one tenant, and nothing of any other. */
export function servicePlace(deps: Deps, tenant: string): AgentPlace {
  const { settings, store } = deps;
  const { tryChange } = deps.answers;
  const { receipts } = deps.registers;
  const { now } = deps.runtime;
  const keyOf = (stack: string): StackKey => ({ tenant, stack });
  return {
    ...(tryChange && { wouldHappen: (stack, change) => tryChange(keyOf(stack), change) }),
    stacks: tenantStacks(settings, tenant).map(({ name }) => name),
    now,
    async report(stack) {
      const run = await store.runs.latest(keyOf(stack));
      return run === undefined ? fail(noReport({ file: stack })) : ok(run.report);
    },
    withStore: (stack, _what, work) => work(store.project(keyOf(stack))),
    signDeclared: (stack, by, declared) =>
      keepDeclaration({ receipts, tenant, stack, by }, declared),
    async answer(stack, given) {
      const taken = await answerFound(store, keyOf(stack), given, (ask) =>
        deps.answers.answer(keyOf(stack), ask),
      );
      if (taken.ok) flushOutboxSoon(deps);
      return taken;
    },
    async propose(stack, by, intent) {
      const forge = findStack(settings, tenant, stack)?.forge;
      const asked = await askProposals(store, keyOf(stack), { forge, intent, by });
      if (!asked.ok) return asked;
      flushOutboxSoon(deps);
      const open = await store.proposals.list(keyOf(stack), 'open');
      return ok({
        message: `The proposal for ${intent} is being opened or updated.`,
        proposals: open
          .filter((one) => one.intent === intent)
          .map(({ branch, location }) => ({ branch, location })),
      });
    },
  };
}
