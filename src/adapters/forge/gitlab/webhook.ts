import { z } from 'zod';
import type { ForgeEvent } from '../../../ports/forge/event.ts';
import { type Happened, other, proposalEvent } from '../webhook/change.ts';
import type { Hook } from '../webhook/delivery.ts';
import { isSameSecret } from '../webhook/genuine.ts';

const Account = z.object({ username: z.string() });
const Project = z.object({ path_with_namespace: z.string() });

const changes: ReadonlyMap<string, Happened['change']> = new Map([
  ['open', 'opened'],
  ['reopen', 'reopened'],
  ['merge', 'merged'],
  ['close', 'closed'],
]);

const MergeRequestEvent = z
  .object({
    user: Account,
    project: Project,
    object_attributes: z.object({
      iid: z.int().positive(),
      action: z.string().default(''),
      /** Tip before a push; absent if nothing was pushed. */
      oldrev: z.string().nullish(),
      description: z.string().nullish(),
      source_branch: z.string(),
      target_branch: z.string().default(''),
      source_project_id: z.int().nullish(),
      target_project_id: z.int(),
    }),
  })
  .transform(({ user, project, object_attributes: request }) => {
    const { action, oldrev } = request;
    const update = typeof oldrev === 'string' ? 'pushed' : 'edited';
    return proposalEvent({
      forge: 'gitlab',
      change: action === 'update' ? update : changes.get(action),
      repository: project.path_with_namespace,
      number: request.iid,
      user: user.username,
      branch: request.source_branch,
      base: request.target_branch,
      body: request.description ?? '',
      isOwn: request.source_project_id === request.target_project_id,
    });
  });

const NoteEvent = z
  .object({
    user: Account,
    project: Project,
    object_attributes: z.object({
      id: z.int(),
      note: z.string(),
      noteable_type: z.string(),
      /** Older versions report only new notes, and send no action. */
      action: z.string().default('create'),
      system: z.boolean().default(false),
    }),
    merge_request: z.object({ iid: z.int().positive() }).optional(),
  })
  .transform(({ user, project, object_attributes: note, merge_request: request }) => {
    if (request === undefined || note.noteable_type !== 'MergeRequest') {
      return other('The comment is not on a merge request.');
    }
    if (note.action !== 'create' || note.system) return other('Only new comments count.');
    return {
      kind: 'comment' as const,
      forge: 'gitlab' as const,
      repository: project.path_with_namespace,
      number: request.iid,
      user: user.username,
      id: note.id,
      text: note.note,
    };
  });

/** Webhooks of GitLab: `X-Gitlab-Token` is the secret itself. */
export const gitlabHook: Hook = {
  forge: 'gitlab',
  isGenuine: ({ headers }, secret) => isSameSecret(headers['x-gitlab-token'] ?? '', secret),
  // `X-Gitlab-Event-UUID` is not suitable: hooks that trigger each other share it.
  idHeader: 'idempotency-key',
  kindHeader: 'x-gitlab-event',
  kinds: new Map<string, z.ZodType<ForgeEvent>>([
    ['Merge Request Hook', MergeRequestEvent],
    ['Note Hook', NoteEvent],
  ]),
};
