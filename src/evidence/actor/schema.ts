import { z } from 'zod';
import { type ActorClass, type ActorEvidence, actorClasses } from '../../model/actor.ts';
import type { Cloud } from '../../model/event.ts';
import { clouds } from '../../model/event.ts';
import { type ActorPattern, Patterns } from './pattern.ts';
import { templateProblem } from './template.ts';

/** Conditions on what the cloud writes, which the caller cannot choose. */
const trusted = {
  /** ARN of the role or user without the session; a service's name; see `Caller`. */
  principal: Patterns.optional(),
  userName: Patterns.optional(),
  type: Patterns.optional(),
  account: Patterns.optional(),
  invokedBy: Patterns.optional(),
  /** An address, or the name of the service that called. */
  sourceIp: Patterns.optional(),
  federatedBy: Patterns.optional(),
  /** Any of the caller's groups, as Kubernetes reports them. */
  group: Patterns.optional(),
  /** The first identity in the delegation, on whose authority an impersonated account acts. */
  delegation: Patterns.optional(),
};

/** Conditions on what the caller says about itself. */
const claimed = {
  userAgent: Patterns.optional(),
  session: Patterns.optional(),
  sourceIdentity: Patterns.optional(),
  /** Azure: anybody can sign in through the id of a public application. */
  application: Patterns.optional(),
  /** Kubernetes: the field manager that the client gives. */
  manager: Patterns.optional(),
};

const cloudName = z.enum(clouds);

const trustedNames = Object.keys(trusted) as readonly (keyof typeof trusted)[];
const claimedNames = Object.keys(claimed) as readonly (keyof typeof claimed)[];

export interface SignatureCondition {
  readonly on: keyof typeof trusted | keyof typeof claimed;
  /** Any of these may match. */
  readonly patterns: readonly ActorPattern[];
}

/** A signature that is ready for use. */
export interface ActorSignature {
  readonly id: string;
  readonly class: ActorClass;
  /** Name to show, with placeholders. */
  readonly name: string;
  /** `trusted` only if the decision depends on nothing that the caller chose. */
  readonly evidence: ActorEvidence;
  readonly fromConsole?: boolean;
  /** Only records of these clouds. */
  readonly clouds?: readonly Cloud[];
  /** All of these have to hold. */
  readonly conditions: readonly SignatureCondition[];
}

/**
 * How a party is recognized: all conditions have to hold. The first signature that matches decides;
 * those of `parley.yaml` come before the built-in ones.
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
    /** Only records of this cloud, or of these. */
    cloud: z.union([cloudName, z.array(cloudName).min(1).readonly()]).optional(),
    ...trusted,
    /** A session of the web console, as AWS flags it. */
    fromConsole: z.boolean().optional(),
    ...claimed,
    /** Lowers the evidence, for guesses such as one by a role's name. It cannot be raised. */
    evidence: z.literal('claimed').optional(),
  })
  .transform((written, context): ActorSignature => {
    const conditions = [...trustedNames, ...claimedNames].flatMap((on) => {
      const patterns = written[on];
      return patterns === undefined ? [] : [{ on, patterns }];
    });
    const { id, class: actorClass, name = '{person}', fromConsole, cloud } = written;
    if (conditions.length === 0 && fromConsole === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'Without a condition it would match everybody.',
      });
    }
    const isClaim = claimedNames.some((on) => written[on] !== undefined);
    const evidence = written.evidence ?? (isClaim ? 'claimed' : 'trusted');
    const console = fromConsole === undefined ? {} : { fromConsole };
    const clouds = cloud === undefined ? {} : { clouds: [cloud].flat() };
    return { id, class: actorClass, name, evidence, conditions, ...console, ...clouds };
  });

/** A signature as written: its patterns are texts. */
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
