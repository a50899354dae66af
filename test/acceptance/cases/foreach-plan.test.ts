import { useProject } from '../harness/project.ts';
import { runCase } from '../harness/run.ts';

const foreach = useProject('foreach');
const plan = { args: ['--verify', 'plan'] };

runCase(
  foreach,
  {
    name: 'Terraform agrees with a patch',
    by: 'console human',
    act: ({ sqs, text }) =>
      sqs.setQueueAttributes({
        QueueUrl: text('aws_sqs_queue.this["mail"]'),
        Attributes: { MessageRetentionPeriod: '172800' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.this["mail"]'],
      in: ['data.auto.tfvars'],
      writes: ['mail = { retention = 172800 }'],
    },
  },
  plan,
);

runCase(
  foreach,
  {
    name: 'what is live is written, whatever the log says',
    by: 'console human',
    act: async ({ sqs, text, rewrite }) => {
      const QueueUrl = text('aws_sqs_queue.this["mail"]');
      await sqs.setQueueAttributes({ QueueUrl, Attributes: { MessageRetentionPeriod: '172800' } });
      // The log reports another value than the one that was set.
      rewrite((records) => JSON.parse(JSON.stringify(records).replaceAll('172800', '259200')));
    },
    expect: {
      kind: 'codified',
      at: ['aws_sqs_queue.this["mail"]'],
      in: ['data.auto.tfvars'],
      writes: ['mail = { retention = 172800 }'],
    },
  },
  plan,
);
