import { generateConfig, type ImportedResource } from '../../code/terraform/run/generate.ts';
import { readOpenValues } from '../../code/terraform/run/open-values.ts';
import { mayBeOpen } from '../../code/terraform/run/typed-secrets.ts';
import type { JsonObject } from '../../model/json.ts';
import { ok } from '../../model/result.ts';
import {
  completedCreations,
  type Incomplete,
  incompleteCreations,
} from '../../reconcile/repair/generated.ts';
import { requestFor, type VerifySession } from './request.ts';
import type { VerifyRound } from './rounds.ts';

/**
 * Completes created resources for which the log lacked an argument, using the configuration that
 * Terraform generates for their import, or the imported values where they are not secret. Resources
 * that remain incomplete stay refused.
 */
export async function withGenerated(
  session: VerifySession,
  round: VerifyRound,
): Promise<VerifyRound> {
  const { io, options, composed, terraform } = session;
  if (options.proof.verify !== 'plan') return round;
  const incomplete = incompleteCreations(round.result.report);
  if (incomplete.length === 0) return round;
  io.err('Asking Terraform for what the log hides of new resources\n');
  const request = requestFor(session, new Map(), []);
  const open = incomplete.filter(({ drift, creation }) =>
    mayBeOpen(drift.type, creation.attributes),
  );
  const others = incomplete.filter((each) => !open.includes(each));
  const generated =
    others.length === 0 ? ok('') : await generateConfig(terraform, request, importsOf(others));
  const values =
    open.length === 0
      ? ok(new Map<string, JsonObject>())
      : await readOpenValues(terraform, request, importsOf(open));
  const completed = completedCreations(
    incomplete,
    generated.ok ? generated.value : '',
    composed.input.providers.schema,
    values.ok ? values.value : new Map(),
  );
  if (completed.drifts.size === 0) return round;
  return { ...round, result: round.result.repaired(completed), notes: completed.intents };
}

function importsOf(incomplete: readonly Incomplete[]): readonly ImportedResource[] {
  return incomplete.map(({ imported }) => imported);
}
