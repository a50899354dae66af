import { z } from 'zod';

/** `ref` is the branch; where that is gone it is `refs/pull/7/head`, and `label` has the branch. */
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

/** The members that are used of what the API of Gitea and Forgejo answers (version 1). */
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

export const GiteaComment = z.object({
  id: z.int(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
  created_at: z.string(),
});

export const GiteaCollaborator = z.object({ permission: z.string() });
