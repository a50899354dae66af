import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const functions = useProject('aws-functions');

runCases(functions, 'functions and who calls them', [
  {
    name: 'alias described again, for one of two',
    by: 'console human',
    act: ({ lambda }) =>
      lambda.updateAlias({
        FunctionName: 'post-sorter',
        Name: 'live',
        Description: 'What the belts use',
      }),
    expect: {
      kind: 'codified',
      at: ['module.sorter.aws_lambda_alias.live'],
      in: ['main.tf', 'modules/function/main.tf'],
      writes: ['"What the belts use"'],
    },
  },
  {
    name: 'attempts of a function',
    by: 'on call',
    act: ({ lambda }) =>
      lambda.updateFunctionEventInvokeConfig({
        FunctionName: 'post-sorter',
        MaximumRetryAttempts: 0,
      }),
    expect: {
      kind: 'codified',
      at: ['module.sorter.aws_lambda_function_event_invoke_config.this'],
      in: ['main.tf'],
      writes: ['retries = 0'],
    },
  },
  {
    name: 'smaller trays',
    by: 'cli human',
    act: ({ lambda, text }) =>
      lambda.updateEventSourceMapping({
        UUID: text('aws_lambda_event_source_mapping.letters', 'uuid'),
        BatchSize: 4,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_lambda_event_source_mapping.letters'],
      in: ['main.tf'],
      writes: ['batch_size = 4 # a full tray'],
    },
  },
  {
    name: 'address of a function closed to the public',
    by: 'security bot',
    act: ({ lambda }) =>
      lambda.updateFunctionUrlConfig({
        FunctionName: 'post-stamper',
        AuthType: 'AWS_IAM',
        Cors: { AllowOrigins: ['https://post.example.com'], AllowMethods: ['GET'], MaxAge: 60 },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_lambda_function_url.stamper'],
      in: ['main.tf'],
      writes: ['authorization_type = "AWS_IAM"', 'max_age = 60'],
    },
  },
  {
    name: 'caller of a map locked out',
    by: 'security bot',
    act: ({ lambda }) =>
      lambda.removePermission({ FunctionName: 'post-stamper', StatementId: 'nightly' }),
    expect: {
      kind: 'removed',
      at: ['aws_lambda_permission.this["nightly"]'],
      in: ['main.tf'],
      drops: ['nightly = { principal = "events.amazonaws.com", source = null }'],
    },
  },
  {
    name: 'layer of last year deleted',
    by: 'cost bot',
    act: ({ lambda }) =>
      lambda.deleteLayerVersion({ LayerName: 'post-old-stamps', VersionNumber: 1 }),
    expect: {
      kind: 'removed',
      at: ['aws_lambda_layer_version.old_stamps'],
      in: ['main.tf'],
      drops: ['resource "aws_lambda_layer_version" "old_stamps" {'],
      loses: ['# Prices of last year, until the returns are through.'],
    },
  },
]);
