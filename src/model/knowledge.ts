import { z } from 'zod';

/** How a request member is converted to the attribute's value. */
const Conversion = z.enum(['text', 'number', 'bool', 'set', 'list', 'map']);

const Member = z.string().regex(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/, 'Use a dotted path');
const Attribute = z.string().regex(/^[a-z][a-z0-9_]*$/, 'Use an attribute name');

/**
 * A catalog entry as data: what one API operation sets on one resource type. A model may propose
 * it; a plan or a person confirms it.
 */
export const KnowledgeEntry = z.strictObject({
  /** e.g. `ec2.amazonaws.com` */
  service: z.string().regex(/^[a-z0-9.-]+$/, 'Use a service like ec2.amazonaws.com'),
  operation: z.string().regex(/^[A-Za-z0-9_]+$/, 'Use the name of an API operation'),
  /** The Terraform type. */
  type: z.string().regex(/^[a-z][a-z0-9_]*$/, 'Use a resource type'),
  /** The request member that names the resource, and the attribute with the same value. */
  key: z.strictObject({ attribute: Attribute, member: Member }),
  changes: z
    .array(z.strictObject({ attribute: Attribute, member: Member, as: Conversion }))
    .nonempty(),
  /** The origin: a model with its prompt, or a person. */
  origin: z.string().max(200),
});

export type KnowledgeEntry = z.output<typeof KnowledgeEntry>;
export type Conversion = z.output<typeof Conversion>;

/** An entry with the evidence for and against it. */
export const KnownOperation = z.strictObject({
  entry: KnowledgeEntry,
  /** Proposed entries are verified by a plan; confirmed ones are used; withdrawn ones are not. */
  status: z.enum(['proposed', 'confirmed', 'withdrawn']),
  /** The number of plans that showed exactly what the entry claims. */
  confirmations: z.number().int().min(0),
  /** The number of plans that showed something else. */
  contradictions: z.number().int().min(0),
  /** The events behind the plans, most recent last; limited in number. */
  evidence: z.array(z.string()),
  /** The time of the last change, in ISO 8601 UTC. */
  updatedAt: z.string(),
});

export type KnownOperation = z.output<typeof KnownOperation>;

/** `service:operation:type`, for which there is at most one entry. */
export function knowledgeKey({ service, operation, type }: KnowledgeEntry): string {
  return `${service}:${operation}:${type}`;
}

/** Why an entry is trusted: a person wrote it, a plan confirmed it, or it is being verified. */
const KnowledgeTrust = z.enum(['reviewed', 'confirmed', 'proposed']);

export type KnowledgeTrust = z.output<typeof KnowledgeTrust>;

/** An entry that translated a call in this run. */
export interface KnowledgeUse {
  /** The id of the event. */
  readonly event: string;
  readonly entry: KnowledgeEntry;
  readonly trust: KnowledgeTrust;
}

/** What the plans of a run show about an entry. */
export const KnowledgeJudgment = z.object({
  entry: KnowledgeEntry,
  trust: KnowledgeTrust,
  /** `open`: the plans neither confirm nor refute everything that it claims. */
  outcome: z.enum(['confirmed', 'contradicted', 'open']),
  because: z.string(),
  /** The ids of the compared events, sorted. */
  evidence: z.array(z.string()).readonly(),
});

export type KnowledgeJudgment = Readonly<z.output<typeof KnowledgeJudgment>>;
