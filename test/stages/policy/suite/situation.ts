import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { outcomes } from '../../../../src/model/decision.ts';
import { harmDimensions } from '../../../../src/model/harm.ts';
import { Meant, Situated } from '../../../../src/stages/policy/scenario/schema.ts';
import { readYamlFile } from '../../../../src/text/yaml-file.ts';

const outcome = z.enum(outcomes);

const Harm = z.strictObject({
  dimension: z.enum(harmDimensions),
  /** The severity it has in production. */
  severity: z.literal([1, 2, 3, 4, 5]),
  direction: z.enum(['weakens', 'strengthens']).default('weakens'),
  doubt: z.enum(['either-way', 'cannot-tell']).optional(),
});

/** Whether there is an approval, and what it lacks, if anything. */
export const approvalKinds = [
  'none',
  'matching',
  'weak-role',
  'unsigned',
  'self-approved',
  'other-actor',
  'other-service',
  'wider-value',
  'closed-window',
] as const;

const label = {
  /** Number of the deciding principle in docs/policy.md. */
  principle: z.int().min(1).max(11),
  harm: z.union([z.literal('none'), Harm]),
  approval: z.enum(approvalKinds).default('none'),
  about: Meant.optional(),
  best: z.tuple([outcome], outcome),
  regret: z.partialRecord(outcome, z.int().min(0).max(6)),
};

const Situation = Situated.extend(label);
export type Situation = z.output<typeof Situation>;

const SituationFile = z.strictObject({
  actors: Situated.shape.actors,
  deployers: Situated.shape.deployers,
  situations: z.array(Situation.omit({ actors: true, deployers: true }).strict()).nonempty(),
});

/** The labeled situations, each with the name of its file. */
export function readSituations(): readonly { readonly file: string; readonly one: Situation }[] {
  const folder = resolve(import.meta.dirname, '../../../../fixtures/arbitration');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => {
      const read = readYamlFile(readFileSync(join(folder, file), 'utf8'), file, SituationFile);
      if (!read.ok) throw new Error(JSON.stringify(read.error));
      const { actors, deployers, situations } = read.value;
      return situations.map((one) => ({ file, one: { ...one, actors, deployers } }));
    });
}
