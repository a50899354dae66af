import { describe, expect, it } from 'vitest';
import type { AttributePath } from '../../../src/model/path.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { schemaHints } from '../../../src/stages/drift/hints.ts';
import type { AttributeHint } from '../../../src/stages/drift/types.ts';

const hint = schemaHints(loadSchema());

describe('schemaHints', () => {
  it.each<[string, AttributePath, Partial<AttributeHint> | undefined]>([
    ['aws_security_group', ['ingress'], { collection: 'set', computed: true, computedOnly: false }],
    ['aws_security_group', ['ingress', { element: {} }, 'cidr_blocks'], { collection: 'list' }],
    ['aws_security_group', ['arn'], { computedOnly: true }],
    ['aws_security_group', ['tags'], { collection: 'map', computed: false, optional: true }],
    ['aws_security_group', ['tags', 'Team'], { optional: true }],
    ['aws_autoscaling_group', ['tag'], { collection: 'set' }],
    ['aws_autoscaling_group', ['min_size'], { optional: false }],
    ['aws_autoscaling_group', ['desired_capacity'], { computed: true, computedOnly: false }],
    ['aws_iam_role', ['inline_policy'], { collection: 'set', computed: true }],
    ['aws_s3_bucket', ['versioning'], { collection: 'list', computed: true }],
    ['aws_db_instance', ['password'], { sensitive: true }],
    ['aws_lambda_function', ['vpc_config', 0, 'subnet_ids'], { collection: 'set' }],
    ['aws_route53_record', ['name'], { dns: true }],
    ['aws_db_instance', ['engine_version'], { versionPrefix: true }],
    ['aws_sqs_queue', ['no_such_attribute'], undefined],
    ['aws_no_such_type', ['name'], undefined],
  ])('%s %j: %j', (type, path, expected) => {
    if (expected === undefined) expect(hint(type, path)).toBeUndefined();
    else expect(hint(type, path)).toMatchObject(expected);
  });

  it('leads inwards', () => {
    const within = hint('aws_lambda_function', ['vpc_config'])?.within?.(0)?.within?.('subnet_ids');

    expect(within?.collection).toBe('set');
  });
});
