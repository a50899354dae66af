import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const provider = `terraform {
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

provider "aws" {
  region                      = "us-east-1"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true
}
`;

/** Log groups come first, because the log changes those. */
const kinds = [
  (name: string) => `resource "aws_cloudwatch_log_group" "${name}" {
  name              = "/jobs/${name}"
  retention_in_days = 30
}
`,
  (name: string) => `resource "aws_ssm_parameter" "${name}" {
  name        = "/jobs/${name}/size"
  description = "Size of ${name}"
  type        = "String"
  value       = "medium"
}
`,
  (name: string) => `resource "aws_sns_topic" "${name}" {
  name         = "${name}"
  display_name = "About ${name}"
}
`,
];

export function nameAt(index: number): string {
  return `job-${String(index).padStart(4, '0')}`;
}

/** A project of `size` resources, with twenty jobs in each file. */
export function writeProofProject(folder: string, size: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'versions.tf'), provider);
  const files = new Map<string, string[]>();
  for (let index = 0; index < size; index += 1) {
    const job = Math.floor(index / kinds.length);
    const file = `jobs-${String(Math.floor(job / 20)).padStart(3, '0')}.tf`;
    const text = kinds[index % kinds.length]?.(nameAt(job)) ?? '';
    files.set(file, [...(files.get(file) ?? []), text]);
  }
  for (const [name, blocks] of files) writeFileSync(join(folder, name), blocks.join('\n'));
}
