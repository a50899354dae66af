import { z } from 'zod';

/** The used members of answers of the REST API (version 4). */
export const MergeRequest = z.object({
  iid: z.int().positive(),
  state: z.enum(['opened', 'closed', 'locked', 'merged']),
  title: z.string(),
  description: z.string().nullish(),
  draft: z.boolean().optional(),
  web_url: z.string(),
  source_branch: z.string(),
  target_branch: z.string(),
  /** Null while GitLab is still checking the branch. */
  sha: z.string().nullish(),
  source_project_id: z.int().nullish(),
  target_project_id: z.int(),
  labels: z.array(z.string()),
  updated_at: z.string(),
  closed_at: z.string().nullish(),
  closed_by: z.object({ username: z.string() }).nullish(),
  merged_at: z.string().nullish(),
  merge_user: z.object({ username: z.string() }).nullish(),
});

export type MergeRequest = z.infer<typeof MergeRequest>;

/** `system` notes are written by GitLab: "changed title from ...". */
export const Note = z.object({
  id: z.int(),
  body: z.string(),
  system: z.boolean().default(false),
  author: z.object({ username: z.string() }),
  created_at: z.string(),
});

export type Note = z.infer<typeof Note>;

export const CommitStatus = z.object({ name: z.string(), status: z.string() });

export const User = z.object({ id: z.int(), username: z.string() });

export const GitLabMember = z.object({ access_level: z.int(), state: z.string().optional() });
