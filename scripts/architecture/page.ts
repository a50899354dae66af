import { arrowsOf, type Import } from './imports.ts';
import { drawWings } from './picture.ts';

/** The purpose of each wing, as one line. */
const purposes = {
  model: 'the vocabulary: types, and functions of these types alone',
  text: 'lines, edits, and YAML files with the position of each part',
  evidence: 'audit logs, and the actors in them',
  providers: 'knowledge of each cloud: operations, schemas, harm, Kubernetes fields',
  code: 'HCL, Terraform, YAML and manifests: reading, evaluating, editing, planning',
  stages: 'drift, intent, arbitration, policy, patch, ledger, ignore files, the guard of plans',
  config: '`parley.yaml`',
  ports: 'interfaces to stores, forges, queues and people',
  reconcile: 'the order of the stages, and what stays open between runs',
  present: 'decisions as text: terminals, commits and pull requests',
  adapters: 'forges, stores, queues, clouds, models, channels',
  app: 'use cases: runs, proofs, answers, the jobs of the service',
  workers: 'a thin file for each queue',
  entry: 'the command line, the HTTP interface, the processes of the service',
} as const;

const begin = '<!-- wings: written by scripts/architecture.ts -->';
const end = '<!-- end of wings -->';

/** The page with a picture of the current imports. */
export function withPicture(page: string, imports: readonly Import[]): string {
  const [head, rest] = page.split(begin);
  const [, tail] = (rest ?? '').split(end);
  if (head === undefined || tail === undefined) throw new Error('The page has no place for it.');
  return `${head}${begin}\n${drawWings(arrowsOf(imports), purposes)}\n${end}${tail}`;
}
