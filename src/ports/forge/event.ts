import { z } from 'zod';

const common = {
  forge: z.enum(['github', 'gitlab', 'gitea']),
  /** `owner/name` in the spelling of the forge. */
  repository: z.string().min(1).max(1000),
  /** The number of the pull request. */
  number: z.int().positive(),
  /** The user who acted. */
  user: z.string().min(1).max(300),
};

/** An event on a pull request. It names the user, but not whether the user has permission. */
export const ForgeEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('proposal'),
    /** `declined`: closed without merging, by someone other than Parley; see ProposalState. */
    change: z.enum(['opened', 'edited', 'pushed', 'reopened', 'merged', 'declined', 'withdrawn']),
    ...common,
    branch: z.string(),
    /**
     * The intent in the marker. Pull requests without a marker, and those of forks, are not
     * proposals.
     */
    intent: z.string(),
    digest: z.string(),
  }),
  z.object({
    kind: z.literal('comment'),
    ...common,
    /** The id of the comment. */
    id: z.int(),
    text: z.string(),
  }),
  /** Someone else's pull request was opened or changed. Those of forks are ignored. */
  z.object({
    kind: z.literal('pull'),
    ...common,
    branch: z.string(),
    /** The target branch. */
    base: z.string(),
  }),
  z.object({ kind: z.literal('other'), because: z.string() }),
]);

export type ForgeEvent = z.infer<typeof ForgeEvent>;

/** An event whose sender proved to have the secret. */
export interface ReceivedEvent {
  readonly event: ForgeEvent;
  /**
   * The event was received before if any of these was. They are the id of the delivery, and the
   * digest of the signed text, since signatures do not cover headers such as the id.
   */
  readonly replayKeys: readonly string[];
}
