import { type Correction, ofTypes } from '../overlay.ts';

const defaultIsWeak = 'what is weak is the default, so leaving it out is weak as well';

/** Corrections where the weak value is also the provider's default. */
export const defaults: readonly Correction[] = [
  ...ofTypes(
    ['aws_ecs_service'],
    'deployment_circuit_breaker.enable',
    '= false',
    '= false or removed',
    defaultIsWeak,
  ),
  {
    type: 'aws_ecs_service',
    path: 'deployment_circuit_breaker.rollback',
    predicate: '= false',
    becomes: {
      predicate: '= false or removed',
      meaning: 'a failed deployment is not rolled back',
    },
    because: `${defaultIsWeak}; the breaker still stops the deployment`,
  },
  ...ofTypes(['aws_ecs_service'], 'alarms.enable', '= false', '= false or removed', defaultIsWeak),
  ...ofTypes(
    ['aws_launch_template'],
    'metadata_options.http_tokens',
    '= optional',
    '= optional or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_mq_broker'],
    'deployment_mode',
    '= SINGLE_INSTANCE',
    '= SINGLE_INSTANCE or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_msk_cluster'],
    'logging_info.broker_logs.cloudwatch_logs.enabled',
    '= false',
    '= false or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_msk_cluster'],
    'logging_info.broker_logs.s3.enabled',
    '= false',
    '= false or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_lambda_function'],
    'tracing_config.mode',
    '= PassThrough',
    '= PassThrough or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_ses_configuration_set'],
    'delivery_options.tls_policy',
    '= OPTIONAL',
    '= OPTIONAL or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_sesv2_configuration_set'],
    'delivery_options.tls_policy',
    '= OPTIONAL',
    '= OPTIONAL or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_vpc_endpoint'],
    'private_dns_enabled',
    '= false',
    '= false or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_appsync_graphql_api'],
    'introspection_config',
    '= ENABLED',
    '= ENABLED or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_emr_cluster'],
    'termination_protection',
    '= false',
    '= false or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['aws_rds_cluster'],
    'scaling_configuration.auto_pause',
    '= true',
    '= true or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    [
      'azurerm_linux_web_app',
      'azurerm_windows_web_app',
      'azurerm_linux_function_app',
      'azurerm_windows_function_app',
    ],
    'site_config.ip_restriction_default_action',
    '= Allow',
    '= Allow or removed',
    defaultIsWeak,
  ),
  ...ofTypes(
    ['azurerm_container_registry'],
    'network_rule_set.default_action',
    '= Allow',
    '= Allow or removed',
    defaultIsWeak,
  ),
];
