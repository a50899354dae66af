import { z } from 'zod';

const common = {
  forge: z.enum(['github', 'gitlab', 'gitea']),
  /** `owner/name`, as the forge spells it. */
  repository: z.string().min(1).max(1000),
  /** Of the pull request. */
  number: z.int().positive(),
  /** Who did it. */
  user: z.string().min(1).max(300),
};

/** Something happened to a pull request. Says who did it, not whether he may. */
export const ForgeEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('proposal'),
    /** `declined`: closed without merging, by somebody else than Parley; see ProposalState. */
    change: z.enum(['opened', 'edited', 'pushed', 'reopened', 'merged', 'declined', 'withdrawn']),
    ...common,
    branch: z.string(),
    /** Of the marker. Pull requests without one, and those of forks, are no proposals. */
    intent: z.string(),
    digest: z.string(),
  }),
  z.object({
    kind: z.literal('comment'),
    ...common,
    /** Of the comment. */
    id: z.int(),
    text: z.string(),
  }),
  /** A pull request of somebody else's has other code now. Those of forks are none of it. */
  z.object({
    kind: z.literal('pull'),
    ...common,
    branch: z.string(),
    /** The branch that it is for. */
    base: z.string(),
  }),
  z.object({ kind: z.literal('other'), because: z.string() }),
]);

export type ForgeEvent = z.infer<typeof ForgeEvent>;

/** An event that was sent by who knows the secret. */
export interface ReceivedEvent {
  readonly event: ForgeEvent;
  /**
   * The event came before when any of these was seen before: the id of the delivery, and the digest
   * of what is signed. The id alone is not enough, since signatures do not cover headers.
   */
  readonly replayKeys: readonly string[];
}
