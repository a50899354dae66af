import { type DemoResource, demoArn, demoTagLine, demoTags, queueUrl } from '../resources.ts';

export function demoQueue(name: string, queueName: string, timeout: number): DemoResource {
  const url = queueUrl(queueName);
  return {
    type: 'aws_sqs_queue',
    name,
    body: `  name                       = "${queueName}"
  visibility_timeout_seconds = ${timeout}
${demoTagLine}`,
    attributes: {
      ...{ id: url, url, name: queueName, arn: demoArn('sqs', queueName) },
      ...{ delay_seconds: 0, visibility_timeout_seconds: timeout, ...demoTags },
    },
  };
}

export function demoPublicAccess(name: string, bucket: string): DemoResource {
  return {
    type: 'aws_s3_bucket_public_access_block',
    name,
    body: `  bucket                  = "${bucket}"
  block_public_acls       = false
  block_public_policy     = false
  ignore_public_acls      = false
  restrict_public_buckets = false`,
    attributes: {
      ...{ id: bucket, bucket, block_public_acls: false, block_public_policy: false },
      ...{ ignore_public_acls: false, restrict_public_buckets: false },
    },
  };
}

export function demoDatabase(name: string, identifier: string): DemoResource {
  return {
    type: 'aws_db_instance',
    name,
    body: `  identifier              = "${identifier}"
  engine                  = "postgres"
  instance_class          = "db.r6g.large"
  allocated_storage       = 200
  backup_retention_period = 14
  deletion_protection     = true
  multi_az                = true
  storage_encrypted       = true
${demoTagLine}`,
    attributes: {
      ...{ id: `db-${name}`, identifier, engine: 'postgres', instance_class: 'db.r6g.large' },
      ...{ arn: demoArn('rds', `db:${identifier}`), allocated_storage: 200 },
      ...{ backup_retention_period: 14, deletion_protection: true, multi_az: true },
      ...{ storage_encrypted: true, ...demoTags },
    },
  };
}

export function demoTable(name: string, tableName: string, isRecoverable: boolean): DemoResource {
  return {
    type: 'aws_dynamodb_table',
    name,
    body: `  name         = "${tableName}"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  point_in_time_recovery {
    enabled = ${isRecoverable}
  }

${demoTagLine}`,
    attributes: {
      ...{ id: tableName, name: tableName, arn: demoArn('dynamodb', `table/${tableName}`) },
      ...{
        billing_mode: 'PAY_PER_REQUEST',
        hash_key: 'id',
        attribute: [{ name: 'id', type: 'S' }],
      },
      point_in_time_recovery: [{ enabled: isRecoverable, recovery_period_in_days: 35 }],
      ...demoTags,
    },
  };
}

export function demoKey(name: string, id: string): DemoResource {
  return {
    type: 'aws_kms_key',
    name,
    body: `  description         = "Seals the ${name}"
  enable_key_rotation = true
${demoTagLine}`,
    attributes: {
      ...{ id, key_id: id, arn: demoArn('kms', `key/${id}`), description: `Seals the ${name}` },
      ...{ enable_key_rotation: true, is_enabled: true, ...demoTags },
    },
  };
}
