import { expect, it } from 'vitest';
import {
  documentPlace,
  documentTypes,
} from '../../../../src/providers/harm/grants/aws/documents.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { allow, deny, doc, judged, lets } from './make.ts';

const schema = loadSchema();

it.each(documentTypes())('%s has its document where it is looked for', (type) => {
  const field = documentPlace(type)?.field ?? '';

  expect(schema.resource(type)?.attributes.has(field)).toBe(true);
});

it('quickly judges a policy as large as IAM allows', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    allow(
      [`service${index}:Get*`, `service${index}:List*`, `service${index}:Put${index}`],
      [`arn:aws:s3:::bucket-${index}/*`, `arn:aws:s3:::bucket-${index}`],
    ),
  );
  const started = performance.now();
  const { grants } = judged(
    'aws_iam_policy',
    { policy: doc(...many) },
    { policy: doc(...many, allow('s3:*'), deny('s3:Delete*')) },
  );

  expect(grants.added).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(60_000);
});

it('judges a document that was rewritten', () => {
  const many = (name: string) =>
    Array.from({ length: 25 }, (_, index) =>
      lets(
        { AWS: `arn:aws:iam::${String(111_100_000_000 + index)}:root` },
        [`s3:${name}*`, 's3:List*'],
        {
          Resource: [`arn:aws:s3:::${name}-${index}/*`],
          Condition: {
            StringLike: { 'aws:PrincipalArn': [`arn:aws:iam::*:role/${name}-${index}-*`] },
          },
        },
      ),
    );
  const started = performance.now();
  const { harms } = judged(
    'aws_s3_bucket_policy',
    { policy: doc(...many('Get')) },
    { policy: doc(...many('Put')) },
  );

  expect(harms.length).toBeGreaterThan(0);
  expect(performance.now() - started).toBeLessThan(60_000);
});
