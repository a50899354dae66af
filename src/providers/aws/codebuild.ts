import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import type { JsonObject } from '../../model/json.ts';
import { arnIn } from '../catalog/arn.ts';
import { localRef } from '../catalog/naming.ts';
import { objectsAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import { bool, built, number } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import type { Estate } from '../catalog/types.ts';
import { aws } from './aws.ts';

const project = 'aws_codebuild_project';

/** Calls on webhooks, and some deletions, have `projectName` instead of `name`. */
function projectRef(event: AuditEvent, estate: Estate): ResourceRef {
  const name = textAt(event.request, 'projectName') ?? requireText(event.request, 'name');
  return localRef(event, estate, project, { name }, arnIn(event, 'codebuild', `project/${name}`));
}

function variables({ request }: AuditEvent): readonly JsonObject[] | undefined {
  if (requestAt(request, 'environment.environmentVariables') === undefined) return undefined;
  return objectsAt(request, 'environment.environmentVariables').map((variable) => ({
    name: requireText(variable, 'name'),
    value: textAt(variable, 'value') ?? '',
    type: textAt(variable, 'type') ?? 'PLAINTEXT',
  }));
}

const attributes = {
  badge_enabled: bool('badgeEnabled'),
  build_timeout: number('timeoutInMinutes'),
  concurrent_build_limit: number('concurrentBuildLimit'),
  description: 'description',
  encryption_key: 'encryptionKey',
  queued_timeout: number('queuedTimeoutInMinutes'),
  service_role: 'serviceRole',
  source_version: 'sourceVersion',
  tags: built(({ request }) =>
    requestAt(request, 'tags') === undefined
      ? undefined
      : (tagMap(requestAt(request, 'tags')) ?? {}),
  ),
  'artifacts.0.location': 'artifacts.location',
  'artifacts.0.type': 'artifacts.type',
  'environment.0.compute_type': 'environment.computeType',
  'environment.0.environment_variable': built(variables),
  'environment.0.image': 'environment.image',
  'environment.0.image_pull_credentials_type': 'environment.imagePullCredentialsType',
  'environment.0.privileged_mode': bool('environment.privilegedMode'),
  'environment.0.type': 'environment.type',
  'source.0.buildspec': 'source.buildspec',
  'source.0.git_clone_depth': number('source.gitCloneDepth'),
  'source.0.location': 'source.location',
  'source.0.type': 'source.type',
};

export const codebuildEntries = aws('codebuild.amazonaws.com', [
  {
    type: project,
    identity: projectRef,
    fixed: { name: 'name' },
    fields: attributes,
    defaults: { badge_enabled: false, build_timeout: 60, queued_timeout: 480 },
    importId: 'name',
    calls: {
      CreateProject: 'create',
      UpdateProject: 'patch',
      DeleteProject: 'delete',
    },
  },
  { ignores: ['RetryBuild', 'StartBuild', 'StartBuildBatch', 'StopBuild', 'StopBuildBatch'] },
]);
