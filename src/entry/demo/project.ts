import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { day } from '../../model/instant.ts';
import { builtInFile } from '../../stages/policy/built-in/files.ts';
import { demoStacks } from './estate.ts';
import { onCallRole } from './people.ts';
import { demoAccount, demoCode, demoState } from './resources.ts';

/** Files of the repository that the demo watches, by path. */
export function demoRepository(start: number): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { name, resources } of demoStacks) {
    const root = `stacks/${name}`;
    files[`${root}/main.tf`] = demoCode(resources);
    files[`${root}/terraform.tfstate`] = demoState(resources, `demo-${name}`);
    files[`${root}/parley.yaml`] = stackSettings(name, start);
  }
  // In the demo, autoscalers are delegated fields for one week, after which somebody has to renew
  // that.
  files['stacks/shop/parley.policy.yaml'] = weekly(builtInFile('default') ?? '');
  return files;
}

function weekly(policy: string): string {
  return policy.replace(/^delegation_days: \d+$/m, 'delegation_days: 7');
}

/** Settings of a stack: actors, environments, and what was declared in advance. */
function stackSettings(stack: string, start: number): string {
  const moment = (days: number): string => new Date(start + days * day).toISOString();
  const tools = [
    ['cluster-autoscaler', 'controller', 'Cluster Autoscaler'],
    ['cloud-custodian', 'security', 'Cloud Custodian'],
    ['cost-saver', 'cost', 'Cost Saver'],
    ['ops-agent', 'agent', 'Ops Agent'],
    ['release-pipeline', 'pipeline', 'Release Pipeline'],
  ].map(
    ([role, kind, name]) =>
      `  - { id: ${role}, class: ${kind}, name: ${name}, principal: "arn:aws:iam::*:role/${role}" }`,
  );
  const agreed =
    stack !== 'shop'
      ? ''
      : `declarations:
  - by: arn:aws:iam::${demoAccount}:role/aws-reserved/sso.amazonaws.com/${onCallRole}
    at: aws_security_group.web
    field: ingress
    want:
      contains:
        - { from_port: 8443, to_port: 8443, protocol: tcp, cidr_blocks: [192.0.2.44/32] }
    because: The admin console is reached from the standby office while Berlin moves
    from: ${moment(6)}
    until: ${moment(20)}
    ticket: OPS-4312
    approved_by: lea@example.com
`;
  return `version: 1
actors:
${tools.join('\n')}
environments:
  - { name: production, tag: Environment, values: [prod] }
approvers:
  - { who: lea@example.com, role: platform lead, up_to: 3 }
freezes:
  - { from: ${moment(12.75)}, to: ${moment(13)}, environments: [production], reason: quarter end }
${agreed}`;
}

/** Settings of the service itself. */
export function demoSettings(repository: string): string {
  return `version: 1
sources:
  - { name: trail, kind: push, cloud: aws }
forges:
  - { name: here, kind: local }
stacks:
${demoStacks
  .map(
    ({ name }) => `  - name: ${name}
    repository: ${JSON.stringify(repository)}
    root: stacks/${name}
    state: terraform.tfstate
    forge: here
    since: 30d`,
  )
  .join('\n')}
server:
  tokens:
    - { name: you, scopes: [read, write, approve, admin], token: "\${PARLEY_DEMO_TOKEN}" }
`;
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text);
  }
}
