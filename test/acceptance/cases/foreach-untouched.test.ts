import { useProject } from '../harness/project.ts';
import { runCase } from '../harness/run.ts';

const foreach = useProject('foreach');

runCase(foreach, {
  name: "Terraform's own run, over maps",
  by: 'terraform',
  act: async ({ sqs, dynamodb, logs, text }) => {
    await sqs.setQueueAttributes({
      QueueUrl: text('aws_sqs_queue.this["ingest"]'),
      Attributes: { VisibilityTimeout: '120' },
    });
    await dynamodb.tagResource({
      ResourceArn: text('aws_dynamodb_table.this["events"]', 'arn'),
      Tags: [{ Key: 'Stage', Value: 'prod' }],
    });
    await logs.putRetentionPolicy({ logGroupName: '/fleet-prod/render', retentionInDays: 30 });
  },
  expect: { kind: 'untouched', trace: ['iac'] },
});

runCase(foreach, {
  name: 'parameters by map, values hidden',
  by: 'cli human',
  act: ({ ssm }) =>
    ssm.putParameter({
      Name: '/fleet-prod/feature/search',
      Type: 'String',
      Value: 'off',
      Overwrite: true,
    }),
  expect: { kind: 'untouched', trace: ['redacted'] },
});

runCase(foreach, {
  name: 'tag set and removed',
  by: 'cost bot',
  act: async ({ ec2, text, wait }) => {
    const Resources = [text('aws_instance.runner[0]'), text('aws_instance.runner[1]')];
    await ec2.createTags({ Resources, Tags: [{ Key: 'rightsizing', Value: 'candidate' }] });
    wait(600);
    await ec2.deleteTags({ Resources, Tags: [{ Key: 'rightsizing' }] });
  },
  expect: { kind: 'untouched', trace: ['reverted'] },
});
