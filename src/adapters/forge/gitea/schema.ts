import { z } from 'zod';
import { PullAnswer } from '../pull-requests/shared-api.ts';

/**
 * `ref` is the branch, or `refs/pull/7/head` once the branch is deleted; `label` then has the
 * branch.
 */
const Head = PullAnswer.shape.head
  .extend({ label: z.string().optional() })
  .transform(({ label = '', ref, ...rest }) => ({
    ...rest,
    ref: ref.startsWith('refs/pull/') && label !== '' ? label : ref,
  }));

/** The used members of answers of Gitea's and Forgejo's API (version 1). */
export const GiteaPull = PullAnswer.extend({ merged: z.boolean(), head: Head });

export type GiteaPull = z.infer<typeof GiteaPull>;

export const GiteaLabel = z.object({ id: z.int(), name: z.string() });
