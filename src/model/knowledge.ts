import { z } from 'zod';

/** How a request member becomes an attribute's value. */
const Conversion = z.enum(['text', 'number', 'bool', 'set', 'list', 'map']);

const Member = z.string().regex(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/, 'Use a dotted path');
const Attribute = z.string().regex(/^[a-z][a-z0-9_]*$/, 'Use an attribute name');

/**
 * A catalog entry as data: what one API operation sets on one resource type. A model may propose
 * it; a plan, or a person, confirms it.
 */
export const KnowledgeEntry = z.strictObject({
  /** e.g. `ec2.amazonaws.com` */
  service: z.string().regex(/^[a-z0-9.-]+$/, 'Use a service like ec2.amazonaws.com'),
  operation: z.string().regex(/^[A-Za-z0-9_]+$/, 'Use the name of an API operation'),
  /** Terraform type. */
  type: z.string().regex(/^[a-z][a-z0-9_]*$/, 'Use a resource type'),
  /** The request member that names the resource, and the attribute it equals. */
  key: z.strictObject({ attribute: Attribute, member: Member }),
  changes: z
    .array(z.strictObject({ attribute: Attribute, member: Member, as: Conversion }))
    .nonempty(),
  /** Where it comes from: a model and its prompt, or a person. */
  origin: z.string().max(200),
});

export type KnowledgeEntry = z.output<typeof KnowledgeEntry>;
export type Conversion = z.output<typeof Conversion>;

/** An entry and what speaks for and against it. */
export const KnownOperation = z.strictObject({
  entry: KnowledgeEntry,
  /** Proposed entries are tried under a plan; confirmed ones are used; withdrawn ones are not. */
  status: z.enum(['proposed', 'confirmed', 'withdrawn']),
  /** Plans that showed exactly what the entry said. */
  confirmations: z.number().int().min(0),
  /** Plans that showed something else. */
  contradictions: z.number().int().min(0),
  /** Events of the plans, most recent last; bounded. */
  evidence: z.array(z.string()),
  /** ISO 8601 UTC of the last change. */
  updatedAt: z.string(),
});

export type KnownOperation = z.output<typeof KnownOperation>;

/** `service:operation:type`, which has one entry at most. */
export function knowledgeKey({ service, operation, type }: KnowledgeEntry): string {
  return `${service}:${operation}:${type}`;
}

/** Why an entry is believed: a person wrote it down, a plan showed it, or it is on trial. */
export type KnowledgeTrust = 'reviewed' | 'confirmed' | 'proposed';

/** An entry that translated a call of this run. */
export interface KnowledgeUse {
  /** Id of the event. */
  readonly event: string;
  readonly entry: KnowledgeEntry;
  readonly trust: KnowledgeTrust;
}

/** What the plans of a run say of an entry. */
export interface KnowledgeJudgment {
  readonly entry: KnowledgeEntry;
  readonly trust: KnowledgeTrust;
  /** `open`: the plans neither show nor refute all that it says. */
  readonly outcome: 'confirmed' | 'contradicted' | 'open';
  readonly because: string;
  /** Ids of the events that were looked at, sorted. */
  readonly evidence: readonly string[];
}
