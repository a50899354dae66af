import { completedCreations, incompleteCreations } from '../../pipeline/repair/generated.ts';
import { generateConfig } from '../../terraform/run/generate.ts';
import { requestFor, type Session } from './request.ts';
import type { Round } from './rounds.ts';

/**
 * The round with made resources that lacked an argument in the log, and have it from the
 * configuration that Terraform generates for their import. What it cannot tell stays refused.
 */
export async function withGenerated(session: Session, round: Round): Promise<Round> {
  const { io, options, composed, terraform } = session;
  if (options.verify !== 'plan') return round;
  const incomplete = incompleteCreations(round.result.report);
  if (incomplete.length === 0) return round;
  io.err('Asking Terraform for what the log hides of new resources\n');
  const request = requestFor(session, new Map(), []);
  const strangers = incomplete.map(({ stranger }) => stranger);
  const generated = await generateConfig(terraform, request, strangers);
  if (!generated.ok) return round;
  const told = completedCreations(incomplete, generated.value, composed.input.schema);
  if (told.drifts.size === 0) return round;
  return { ...round, result: round.result.repaired(told), notes: told.intents };
}
