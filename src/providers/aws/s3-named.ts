import type { AuditEvent } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { withoutDefaults } from '../catalog/creation.ts';
import { deleteEffect, refTo, unknownChange } from '../catalog/effects.ts';
import { member, numberAt, requestAt, requireText, textAt } from '../catalog/request.ts';
import { built } from '../catalog/sources.ts';
import { tagMap } from '../catalog/tags.ts';
import type { CatalogEntry } from '../catalog/types.ts';
import type { BucketPart } from './s3-part.ts';
import { partEntries, presentItems, s3Service } from './s3-part.ts';

/** Configurations of which a bucket has several, by id. */
function idIn(root: string) {
  return ({ request }: AuditEvent): string =>
    textAt(request, `${root}.Id`) ?? requireText(request, 'id');
}

function filterBlock(root: string) {
  return ({ request }: AuditEvent): Json | undefined => {
    const given = requestAt(request, `${root}.Filter`);
    if (given === undefined) return undefined;
    const and = member(given, 'And');
    const tags = tagMap(member(given, 'Tag') ?? member(and, 'Tag') ?? member(and, 'Tags'));
    const found: JsonObject = withoutDefaults(
      { prefix: textAt(given, 'Prefix') ?? textAt(and, 'Prefix') ?? null, tags },
      {},
    );
    return Object.keys(found).length === 0 ? undefined : [found];
  };
}

const tieringRoot = 'IntelligentTieringConfiguration';

function tierings({ request }: AuditEvent): Json | undefined {
  return presentItems(requestAt(request, tieringRoot), 'Tiering', (item) => ({
    access_tier: textAt(item, 'AccessTier') ?? null,
    days: numberAt(item, 'Days') ?? null,
  }));
}

const intelligentTiering: BucketPart = {
  type: 'aws_s3_bucket_intelligent_tiering_configuration',
  put: ['PutBucketIntelligentTieringConfiguration', 'PutIntelligentTieringConfiguration'],
  remove: ['DeleteBucketIntelligentTieringConfiguration', 'DeleteIntelligentTieringConfiguration'],
  name: idIn(tieringRoot),
  attributes: {
    filter: built(filterBlock(tieringRoot)),
    status: `${tieringRoot}.Status`,
    tiering: built(tierings),
  },
  resets: { filter: [] },
  defaults: { status: 'Enabled' },
};

const metric: BucketPart = {
  type: 'aws_s3_bucket_metric',
  put: ['PutBucketMetricsConfiguration', 'PutMetricsConfiguration'],
  remove: ['DeleteBucketMetricsConfiguration', 'DeleteMetricsConfiguration'],
  name: idIn('MetricsConfiguration'),
  attributes: { filter: built(filterBlock('MetricsConfiguration')) },
  resets: { filter: [] },
};

/** Reports that are not worth translating: said to have changed, for a read-back to fill in. */
const opaque = [
  ['aws_s3_bucket_analytics_configuration', 'AnalyticsConfiguration'],
  ['aws_s3_bucket_inventory', 'InventoryConfiguration'],
] as const;

const opaqueEntries = opaque.flatMap(([type, root]): readonly CatalogEntry[] => {
  const ref = (event: AuditEvent) =>
    refTo(type, {
      bucket: requireText(event.request, 'bucketName'),
      name: idIn(root)(event),
    });
  return [
    {
      service: s3Service,
      operations: [`PutBucket${root}`, `Put${root}`],
      types: [type],
      effects: (event) => [unknownChange(ref(event))],
    },
    {
      service: s3Service,
      operations: [`DeleteBucket${root}`, `Delete${root}`],
      types: [type],
      effects: (event) => [deleteEffect(ref(event))],
    },
  ];
});

export const s3NamedEntries: readonly CatalogEntry[] = [
  ...[intelligentTiering, metric].flatMap(partEntries),
  ...opaqueEntries,
];
