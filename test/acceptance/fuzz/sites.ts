import { join } from 'node:path';
import { type ProjectStack, stacksOf, titleOfStack } from '../harness/stacks.ts';

/** A root in which scenarios are played. */
export interface Site {
  readonly project: string;
  readonly stack: ProjectStack;
  /** `roots-stacks app (prod)`, or the project's name where it has a single root. */
  readonly name: string;
  /** Some of its delegations have ended, so that any run writes something. */
  readonly ends: boolean;
}

/** All projects of the cases. */
const projects: readonly string[] = [
  'aws-compute',
  'aws-functions',
  'aws-identity',
  'aws-network',
  'aws-operations',
  'aws-services',
  'aws-storage',
  'choices',
  'companions',
  'delegations',
  'demo',
  'documents',
  'environments',
  'flat',
  'foreach',
  'held',
  'knowledge',
  'lasting',
  'layers',
  'modules',
  'readback',
  'registry',
  'resources',
  'roots-envs',
  'roots-links',
  'roots-stacks',
  'values',
];

export const sites: readonly Site[] = projects.flatMap((project) => {
  const stacks = stacksOf(join(import.meta.dirname, '..', 'projects', project));
  return stacks.map((stack) => ({
    project,
    stack,
    name: stack.root === '.' ? project : `${project} ${titleOfStack(stack)}`,
    ends: project === 'delegations',
  }));
});
