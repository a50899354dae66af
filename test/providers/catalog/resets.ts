import { dottedPath, formatPath } from '../../../src/model/path.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';

const places = new Map(
  awsEntries.flatMap(({ service, operations, types, resets = [] }) => {
    const own = types.flatMap((type) =>
      resets.map((path) => `${type} ${formatPath(dottedPath(path))}`),
    );
    return operations.map((operation) => [`${service} ${operation}`, own] as const);
  }),
);

/** A predicate for the places (type and path) that a call resets if it leaves them out. */
export function resetsOf(service: string, operation: string): (place: string) => boolean {
  const own = places.get(`${service} ${operation}`) ?? [];
  return (place) => own.includes(place);
}
