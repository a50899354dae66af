import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { GuardDuty } from '@aws-sdk/client-guardduty';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { at, change, type Mutator, removal, text } from '../mutator.ts';

/** APIs, those who may use them, and what monitors them. */
export const doors: readonly Mutator[] = [
  change<string>({
    name: 'detector: pace',
    type: 'aws_guardduty_detector',
    calls: ['guardduty UpdateDetector'],
    from: 'finding_publishing_frequency',
    to: ['ONE_HOUR', 'FIFTEEN_MINUTES'],
    set: (by, now, frequency) =>
      by.of(GuardDuty).updateDetector({
        DetectorId: text(now, 'id'),
        FindingPublishingFrequency: frequency as 'ONE_HOUR',
      }),
  }),
  change<number>({
    name: 'user pool: length of passwords',
    type: 'aws_cognito_user_pool',
    calls: ['cognito-idp UpdateUserPool'],
    from: 'password_policy.0.minimum_length',
    to: [10, 14, 18],
    set: (by, now, MinimumLength) => {
      const asked = (key: string) => at(now, `password_policy.0.require_${key}`) === true;
      return by.of(CognitoIdentityProvider).updateUserPool({
        UserPoolId: text(now, 'id'),
        DeletionProtection: 'INACTIVE',
        Policies: {
          PasswordPolicy: {
            MinimumLength,
            RequireLowercase: asked('lowercase'),
            RequireNumbers: asked('numbers'),
            RequireSymbols: asked('symbols'),
            RequireUppercase: asked('uppercase'),
            TemporaryPasswordValidityDays: Number(
              text(now, 'password_policy.0.temporary_password_validity_days'),
            ),
          },
        },
      });
    },
  }),
  change<number>({
    name: 'client of a pool: hours',
    type: 'aws_cognito_user_pool_client',
    calls: ['cognito-idp UpdateUserPoolClient'],
    from: 'id_token_validity',
    to: [4, 12],
    set: (by, now, IdTokenValidity) =>
      by.of(CognitoIdentityProvider).updateUserPoolClient({
        UserPoolId: text(now, 'user_pool_id'),
        ClientId: text(now, 'id'),
        ClientName: text(now, 'name'),
        AccessTokenValidity: Number(now['access_token_validity']),
        IdTokenValidity,
      }),
  }),
  change<string>({
    name: 'clock: schedule',
    type: 'aws_scheduler_schedule',
    calls: ['scheduler UpdateSchedule'],
    from: 'schedule_expression',
    to: ['rate(3 hours)', 'cron(0 2 * * ? *)'],
    set: (by, now, ScheduleExpression) =>
      by.of(Scheduler).updateSchedule({
        Name: text(now, 'name'),
        State: text(now, 'state') === 'DISABLED' ? 'DISABLED' : 'ENABLED',
        ScheduleExpression,
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: text(now, 'target.0.arn'), RoleArn: text(now, 'target.0.role_arn') },
      }),
  }),
  change<string>({
    name: 'REST API: description',
    type: 'aws_api_gateway_rest_api',
    calls: ['apigateway UpdateRestApi'],
    from: (now) => text(now, 'description'),
    to: ['For partners only', 'Second edition'],
    set: (by, now, value) =>
      by.of(APIGateway).updateRestApi({
        restApiId: text(now, 'id'),
        patchOperations: [{ op: 'replace', path: '/description', value }],
      }),
  }),
  change<string>({
    name: 'stage of a REST API: description',
    type: 'aws_api_gateway_stage',
    calls: ['apigateway UpdateStage'],
    from: (now) => text(now, 'description'),
    to: ['Live', 'What partners call'],
    set: (by, now, value) =>
      by.of(APIGateway).updateStage({
        restApiId: text(now, 'rest_api_id'),
        stageName: text(now, 'stage_name'),
        patchOperations: [{ op: 'replace', path: '/description', value }],
      }),
  }),
  change<string>({
    name: 'HTTP API: description',
    type: 'aws_apigatewayv2_api',
    calls: ['apigateway UpdateApi'],
    from: (now) => text(now, 'description'),
    to: ['Behind the app', 'Second edition'],
    set: (by, now, Description) =>
      by.of(ApiGatewayV2).updateApi({ ApiId: text(now, 'id'), Description }),
  }),
  removal({
    name: 'HTTP API: stage deleted',
    type: 'aws_apigatewayv2_stage',
    calls: ['apigateway DeleteStage'],
    act: (by, now) =>
      by.of(ApiGatewayV2).deleteStage({
        ApiId: text(now, 'api_id'),
        StageName: text(now, 'name'),
      }),
  }),
];
