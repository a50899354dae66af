import { change, type Mutator, removal, tagging, text, texts } from '../mutator.ts';

const ofLambda: readonly Mutator[] = [
  change<number>({
    name: 'function: memory',
    type: 'aws_lambda_function',
    calls: ['lambda UpdateFunctionConfiguration'],
    from: 'memory_size',
    to: [256, 640, 1024],
    set: ({ lambda }, now, MemorySize) =>
      lambda.updateFunctionConfiguration({ FunctionName: text(now, 'function_name'), MemorySize }),
  }),
  change<number>({
    name: 'function: seconds',
    type: 'aws_lambda_function',
    calls: ['lambda UpdateFunctionConfiguration'],
    from: 'timeout',
    to: [10, 45, 300],
    set: ({ lambda }, now, Timeout) =>
      lambda.updateFunctionConfiguration({ FunctionName: text(now, 'function_name'), Timeout }),
  }),
  change<string>({
    name: 'function: description',
    type: 'aws_lambda_function',
    calls: ['lambda UpdateFunctionConfiguration'],
    from: (now) => text(now, 'description'),
    to: ['Runs by night', 'To be replaced'],
    set: ({ lambda }, now, Description) =>
      lambda.updateFunctionConfiguration({ FunctionName: text(now, 'function_name'), Description }),
  }),
  change<number>({
    name: 'function: copies at a time',
    type: 'aws_lambda_function',
    calls: ['lambda PutFunctionConcurrency', 'lambda DeleteFunctionConcurrency'],
    from: 'reserved_concurrent_executions',
    to: [5, 20],
    set: ({ lambda }, now, copies) => {
      const FunctionName = text(now, 'function_name');
      return copies < 0
        ? lambda.deleteFunctionConcurrency({ FunctionName })
        : lambda.putFunctionConcurrency({ FunctionName, ReservedConcurrentExecutions: copies });
    },
  }),
  tagging({
    name: 'function',
    type: 'aws_lambda_function',
    tag: [
      'lambda TagResource',
      ({ lambda }, now, tags) =>
        lambda.tagResource({ Resource: text(now, 'arn'), Tags: { ...tags } }),
    ],
    untag: [
      'lambda UntagResource',
      ({ lambda }, now, keys) =>
        lambda.untagResource({ Resource: text(now, 'arn'), TagKeys: [...keys] }),
    ],
  }),
  removal({
    name: 'function: caller no longer let in',
    type: 'aws_lambda_permission',
    calls: ['lambda RemovePermission', 'lambda AddPermission'],
    fits: (now) => text(now, 'qualifier') === '',
    act: ({ lambda }, now) =>
      lambda.removePermission({
        FunctionName: text(now, 'function_name'),
        StatementId: text(now, 'statement_id'),
      }),
    undo: ({ lambda }, now) =>
      lambda.addPermission({
        FunctionName: text(now, 'function_name'),
        StatementId: text(now, 'statement_id'),
        Action: text(now, 'action'),
        Principal: text(now, 'principal'),
        SourceArn: text(now, 'source_arn') || undefined,
      }),
  }),
  change<string>({
    name: 'alias: description',
    type: 'aws_lambda_alias',
    calls: ['lambda UpdateAlias'],
    from: (now) => text(now, 'description'),
    to: ['What the app uses', 'Live'],
    set: ({ lambda }, now, Description) =>
      lambda.updateAlias({
        FunctionName: text(now, 'function_name'),
        Name: text(now, 'name'),
        Description,
      }),
  }),
  change<number>({
    name: 'mapping: batches',
    type: 'aws_lambda_event_source_mapping',
    calls: ['lambda UpdateEventSourceMapping'],
    from: 'batch_size',
    to: [1, 5],
    set: ({ lambda }, now, BatchSize) =>
      lambda.updateEventSourceMapping({ UUID: text(now, 'uuid'), BatchSize }),
  }),
  change<number>({
    name: 'function: attempts',
    type: 'aws_lambda_function_event_invoke_config',
    calls: ['lambda PutFunctionEventInvokeConfig'],
    from: 'maximum_retry_attempts',
    to: [0, 2],
    set: ({ lambda }, now, MaximumRetryAttempts) =>
      lambda.putFunctionEventInvokeConfig({
        FunctionName: text(now, 'function_name'),
        MaximumRetryAttempts,
      }),
  }),
];

const containers: readonly Mutator[] = [
  change<number>({
    name: 'service: tasks',
    type: 'aws_ecs_service',
    calls: ['ecs UpdateService'],
    from: 'desired_count',
    to: [1, 3, 6],
    set: ({ ecs }, now, desiredCount) =>
      ecs.updateService({
        cluster: text(now, 'cluster'),
        service: text(now, 'name'),
        desiredCount,
      }),
  }),
  change<string>({
    name: 'cluster: insights',
    type: 'aws_ecs_cluster',
    calls: ['ecs UpdateCluster'],
    fits: (now) => texts(now, 'setting').length === 1,
    from: 'setting.0.value',
    to: ['enabled', 'disabled'],
    set: ({ ecs }, now, value) =>
      ecs.updateCluster({
        cluster: text(now, 'name'),
        settings: [{ name: 'containerInsights', value }],
      }),
  }),
  tagging({
    name: 'cluster of containers',
    type: 'aws_ecs_cluster',
    tag: [
      'ecs TagResource',
      ({ ecs }, now, tags) =>
        ecs.tagResource({
          resourceArn: text(now, 'arn'),
          tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
        }),
    ],
    untag: [
      'ecs UntagResource',
      ({ ecs }, now, tagKeys) =>
        ecs.untagResource({ resourceArn: text(now, 'arn'), tagKeys: [...tagKeys] }),
    ],
  }),
];

/** Functions, and services that run containers. */
export const functions: readonly Mutator[] = [...ofLambda, ...containers];
