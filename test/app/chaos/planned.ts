import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { GetQueueUrlCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { startEmulator } from '../../acceptance/harness/emulator.ts';
import { terraformAt, writeCliConfig } from '../../acceptance/harness/terraform.ts';
import { findTools, type Tools } from '../../acceptance/harness/tools.ts';
import { queueName, stackFiles } from '../harness/project.ts';
import { projectSettings } from '../harness/settings.ts';
import { drifted, queuesOfStack } from './estate.ts';

/** The infrastructure that a story is about. */
export interface Estate {
  /** Files by path in the repository. */
  filesOf(stack: string): Readonly<Record<string, string>>;
  /** Further settings of each stack. */
  readonly stack: Readonly<Record<string, unknown>>;
  /** Environment variables of the service. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** An estate that Terraform created. */
export interface PlannedEstate extends Estate {
  /** Folder for the temporary files of the service alone. */
  readonly scratch: string;
}

const keys = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'not-a-real-secret' };

/** Queues that exist nowhere: patches are proved by evaluation. */
export const evaluated: Estate = {
  filesOf: (stack) => filesOf(`stacks/${stack}`, stack),
  stack: {},
  env: { ...keys, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  stop: async () => undefined,
};

function filesOf(root: string, stack: string): Readonly<Record<string, string>> {
  return stackFiles(root, stack, queuesOfStack, projectSettings);
}

const provider = `terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

provider "aws" {
  skip_credentials_validation = true
  skip_requesting_account_id  = true
  skip_metadata_api_check     = true
}
`;

const { tools } = findTools(process.env);

/** Undefined where this machine lacks Terraform, its provider or the emulator. */
export const startPlanned =
  tools === undefined ? undefined : (stacks: readonly string[]) => planned(tools, stacks);

/** Queues that Terraform created in an emulated account and somebody changed since: runs plan. */
async function planned(found: Tools, stacks: readonly string[]): Promise<PlannedEstate> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-estate-'));
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const script = resolve(import.meta.dirname, '../../acceptance/emulator/emulator.py');
  const { endpoint, quit } = await startEmulator(found.python, script);
  const cliConfig = writeCliConfig(folder, found.plugins);
  const files = new Map<string, Readonly<Record<string, string>>>();
  for (const stack of stacks) {
    const dir = join(folder, 'stacks', stack);
    const { [`stacks/${stack}/terraform.tfstate`]: _, ...code } = {
      ...filesOf(`stacks/${stack}`, stack),
      [`stacks/${stack}/providers.tf`]: provider,
    };
    mkdirSync(dir, { recursive: true });
    for (const [path, text] of Object.entries(code)) writeFileSync(join(folder, path), text);
    const dataDir = join(folder, 'data', stack);
    const terraform = terraformAt(found, { dir, dataDir, cliConfig, endpoint });
    for (const args of [['init'], ['apply', '-auto-approve']]) {
      const { code: exit, stderr } = await terraform.run([...args, '-input=false', '-no-color']);
      if (exit !== 0) throw new Error(stderr);
    }
    const made = ['terraform.tfstate', '.terraform.lock.hcl'].map((name) => [
      `stacks/${stack}/${name}`,
      readFileSync(join(dir, name), 'utf8'),
    ]);
    files.set(stack, { ...code, ...Object.fromEntries(made) });
  }
  await changeAll(endpoint, stacks);
  return {
    scratch,
    filesOf: (stack) => files.get(stack) ?? {},
    stack: { verify: 'plan' },
    env: {
      ...evaluated.env,
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      TF_CLI_CONFIG_FILE: cliConfig,
      TMPDIR: scratch,
    },
    async stop() {
      await quit();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the changes that the log records. */
async function changeAll(endpoint: string, stacks: readonly string[]): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  for (const { stack, queue, timeout } of drifted.filter((one) => stacks.includes(one.stack))) {
    const QueueName = queueName(stack, queue);
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName }));
    const Attributes = { VisibilityTimeout: String(timeout) };
    await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
  }
  client.destroy();
}
