import { arrowsOf, type Import } from './imports.ts';
import { drawWings } from './picture.ts';

/** The purpose of each wing, as one line. */
const purposes = {
  model: 'the words: types, and what follows from them alone',
  text: 'lines, edits, and YAML files whose parts have places',
  evidence: 'audit logs, and the actors in them',
  providers: 'what is known of clouds: operations, schemas, harm, fields of Kubernetes',
  code: 'HCL, Terraform, YAML and manifests: reading, evaluating, editing, planning',
  stages: 'drift, intent, arbitration, policy, patch, ledger, ignore files, the guard of plans',
  config: '`parley.yaml`',
  ports: 'what stores, forges, queues and people give and take',
  reconcile: 'the order of the stages, and what is open from run to run',
  present: 'decisions in words, for terminals, commits and pull requests',
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
