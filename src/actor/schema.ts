import { z } from 'zod';
import { type ActorEvidence, actorClasses } from '../model/actor.ts';
import { Patterns } from './pattern.ts';
import { templateProblem } from './template.ts';

/** Conditions on what AWS writes; the caller cannot choose it. */
const trusted = {
  /** ARN of the role or user without the session; a service's name. */
  principal: Patterns.optional(),
  userName: Patterns.optional(),
  type: Patterns.optional(),
  account: Patterns.optional(),
  invokedBy: Patterns.optional(),
  /** An address, or the name of the service that called. */
  sourceIp: Patterns.optional(),
  federatedBy: Patterns.optional(),
  fromConsole: z.boolean().optional(),
};

/** Conditions on what the caller says of itself. */
const claimed = {
  userAgent: Patterns.optional(),
  session: Patterns.optional(),
  sourceIdentity: Patterns.optional(),
};

export type TrustedCondition = keyof typeof trusted;
export type ClaimedCondition = keyof typeof claimed;

export const trustedConditions = Object.keys(trusted) as readonly TrustedCondition[];
export const claimedConditions = Object.keys(claimed) as readonly ClaimedCondition[];

/**
 * How a party is recognized: all conditions must hold. The first signature that fits decides,
 * those of `parley.yaml` before the built-in ones.
 */
export const ActorSignature = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Use lower-case letters, digits and dashes.'),
    class: z.enum(actorClasses),
    /** Name to show, with placeholders as in `Terraform ({person})`. */
    name: z
      .string()
      .min(1)
      .max(100)
      .superRefine((name, context) => {
        const message = templateProblem(name);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .optional(),
    ...trusted,
    ...claimed,
    /** Lowers the evidence, for guesses such as by a role's name. It cannot be raised. */
    evidence: z.literal('claimed').optional(),
  })
  .refine(
    (signature) =>
      [...trustedConditions, ...claimedConditions].some((name) => signature[name] !== undefined),
    'The signature has no condition, so it would fit everybody.',
  )
  .readonly();

export type ActorSignature = z.output<typeof ActorSignature>;
/** A signature as it is written: patterns as texts. */
export type ActorSignatureInput = z.input<typeof ActorSignature>;

/** The `actors` of `parley.yaml`. */
export const ActorSignatures = z
  .array(ActorSignature)
  .max(500)
  .superRefine((signatures, context) => {
    const ids = signatures.map(({ id }) => id);
    const twice = ids.find((id, i) => ids.indexOf(id) !== i);
    if (twice === undefined) return;
    context.addIssue({ code: 'custom', message: `Two signatures have the id ${twice}.` });
  })
  .readonly();

/** Trusted only if nothing that the caller chose took part in the decision. */
export function evidenceOf(signature: ActorSignature): ActorEvidence {
  if (signature.evidence === 'claimed') return 'claimed';
  return claimedConditions.some((name) => signature[name] !== undefined) ? 'claimed' : 'trusted';
}
