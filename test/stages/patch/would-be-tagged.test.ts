import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { patched, typeOf } from './harness.ts';

function createGoal(
  address: string,
  attributes: JsonObject,
  importId: string,
  parent?: string,
): Goal {
  const creation = { attributes, importId, ...(parent === undefined ? {} : { parent }) };
  return { kind: 'create', drift: 'd-1', address, type: typeOf(address), creation };
}

const bucket = `resource "aws_s3_bucket" "logs" {
  bucket = "logs"
}
`;

describe('a resource made out of band', () => {
  it('is refused after a call if the provider would add tags it does not have', () => {
    const provider = `provider "aws" {
  default_tags {
    tags = { Team = "shop" }
  }
}
`;
    const call = (name: string) => `module "${name}" {
  source = "./m"
}
`;
    const files = { 'main.tf': `${provider}${call('m')}\n${call('n')}`, 'm/main.tf': bucket };
    const goal = (tags: Readonly<Record<string, string>>) =>
      createGoal(
        'aws_sns_topic.alarms',
        { name: 'alarms', tags },
        'arn:aws:sns:us-east-1:123456789012:alarms',
        'module.m.aws_s3_bucket.logs',
      );

    expect(JSON.stringify(patched(files, [goal({})]).synthesis.refused)).toContain(
      "put the provider's tags (Team) on aws_sns_topic.alarms",
    );
    expect(patched(files, [goal({ Team: 'shop' })]).synthesis.refused).toEqual([]);
  });

  it('is refused in the root if the provider would add tags it does not have', () => {
    const tags = (team: string) => `  default_tags {
    tags = { Team = "${team}" }
  }
`;
    const provider = `provider "aws" {
${tags('shop')}}
`;
    const west = `provider "aws" {
  alias = "west"
${tags('west')}}
`;
    const topic = `resource "aws_sns_topic" "other" {
  provider = aws.west
  name     = "other"
}
`;
    const goal = (tags: Readonly<Record<string, string>>) =>
      createGoal(
        'aws_sns_topic.alarms',
        { name: 'alarms', tags },
        'arn:aws:sns:us-east-1:123456789012:alarms',
      );
    const refused = (main: string, own: Readonly<Record<string, string>>) =>
      patched({ 'main.tf': main }, [goal(own)]).synthesis.refused.map(
        ({ refusal }) => refusal.code,
      );

    expect(refused(`${provider}${west}${topic}`, {})).toEqual(['would-be-tagged']);
    expect(refused(`${provider}${west}${topic}`, { Team: 'west' })).toEqual(['would-be-tagged']);
    expect(refused(`${provider}${west}${topic}`, { Team: 'shop' })).toEqual([]);
    // The new block uses the provider without an alias, whatever its neighbors use.
    expect(refused(`${west}${topic}`, {})).toEqual([]);
  });
});
