import type { JsonObject } from '../../../model/json.ts';

/** Kinds of JSON that are easily given by mistake, with members that only they have. */
const kinds: readonly (readonly [name: string, ...members: string[]])[] = [
  ['a Terraform state', 'terraform_version', 'lineage'],
  ['a Terraform state', 'serial', 'lineage'],
  ['a Terraform plan', 'format_version', 'planned_values'],
  ['a Terraform plan', 'format_version', 'terraform_version'],
  ['a row of a BigQuery table', 'protopayload_auditlog'],
  ['an AWS Config snapshot', 'configurationItems'],
  ['a GuardDuty finding', 'schemaVersion', 'accountId'],
  ['an S3 event notification', 's3', 'eventName'],
  ['a CloudFormation template', 'AWSTemplateFormatVersion'],
  ['an npm package', 'name', 'version', 'dependencies'],
];

/** What a JSON object appears to be, for people. */
export function recognize(object: JsonObject): string {
  const kind = kinds.find(([, ...members]) => members.every((name) => Object.hasOwn(object, name)));
  return kind?.[0] ?? 'JSON of another kind';
}
