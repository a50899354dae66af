import { useProject } from '../harness/project.ts';
import { runCase } from '../harness/run.ts';

const held = useProject('held');

runCase(held, {
  name: 'owner within its bounds',
  by: 'dynamodb autoscaling',
  act: ({ dynamodb }) =>
    dynamodb.updateTable({
      TableName: 'visits',
      ProvisionedThroughput: { ReadCapacityUnits: 12, WriteCapacityUnits: 5 },
    }),
  expect: { kind: 'untouched', trace: ['automation'] },
});

runCase(held, {
  name: 'owner out of its bounds',
  by: 'dynamodb autoscaling',
  act: ({ dynamodb }) =>
    dynamodb.updateTable({
      TableName: 'visits',
      ProvisionedThroughput: { ReadCapacityUnits: 40, WriteCapacityUnits: 5 },
    }),
  expect: {
    kind: 'codified',
    at: ['aws_dynamodb_table.visits'],
    in: ['main.tf'],
    writes: ['read_capacity = 40'],
    unseen: true,
  },
});

runCase(held, {
  name: 'somebody else within the bounds',
  by: 'cli human',
  act: ({ dynamodb }) =>
    dynamodb.updateTable({
      TableName: 'visits',
      ProvisionedThroughput: { ReadCapacityUnits: 12, WriteCapacityUnits: 5 },
    }),
  expect: {
    kind: 'codified',
    at: ['aws_dynamodb_table.visits'],
    in: ['main.tf'],
    writes: ['read_capacity = 12'],
    unseen: true,
  },
});
