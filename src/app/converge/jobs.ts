import type { GitopsSettings } from '../../config/service/gitops.ts';
import type { Jobs } from '../../ports/jobs.ts';

type Named = Pick<GitopsSettings, 'tenant' | 'name' | 'forge'>;

/** A job that brings a repository of the settings up to date with what is declared. */
export function convergeJob({ tenant, name, forge }: Named): Jobs['converge'] {
  return { tenant, gitops: name, ...(forge === undefined ? {} : { forge }) };
}

/**
 * Such jobs for several repositories, for the outbox. They see everything declared before `until`
 * (ISO 8601 UTC).
 */
export function convergeJobs(gitops: readonly Named[], until: string) {
  return gitops.map((one) => ({
    queue: 'converge' as const,
    job: { ...convergeJob(one), until },
  }));
}
