import { z } from 'zod';

/**
 * `ref` is the branch, or `refs/pull/7/head` once the branch is deleted; `label` then has the
 * branch.
 */
const Head = z
  .object({
    ref: z.string(),
    label: z.string().optional(),
    sha: z.string(),
    repo: z.object({ full_name: z.string() }).nullish(),
  })
  .transform(({ label = '', ref, ...rest }) => ({
    ...rest,
    ref: ref.startsWith('refs/pull/') && label !== '' ? label : ref,
  }));

/** The used members of answers of Gitea's and Forgejo's API (version 1). */
export const GiteaPull = z.object({
  number: z.int().positive(),
  state: z.enum(['open', 'closed']),
  title: z.string(),
  body: z.string().nullish(),
  draft: z.boolean().optional(),
  merged: z.boolean(),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  merged_at: z.string().nullish(),
  merged_by: z.object({ login: z.string() }).nullish(),
  html_url: z.string(),
  head: Head,
  base: z.object({ ref: z.string() }),
});

export type GiteaPull = z.infer<typeof GiteaPull>;

export const GiteaLabel = z.object({ id: z.int(), name: z.string() });

export type GiteaLabel = z.infer<typeof GiteaLabel>;
