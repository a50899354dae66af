import { describe, expect, it } from 'vitest';
import { dottedPath, formatPath } from '../../../src/model/path.ts';
import { azureEntries, azureTypes } from '../../../src/providers/azure/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { bodyOf, eventOf, idOf } from './azure-bodies.ts';
import { cuts, invented, withRequest } from './cut.ts';
import { estateOf } from './event.ts';

const catalog = createCatalog(azureEntries);

describe('a record of Azure that lacks a member', () => {
  it.each(azureTypes.map((spec) => [spec.type, spec] as const))(
    'says nothing about it, unless the call replaces it: %s',
    (_, spec) => {
      const body = bodyOf(spec);
      const event = eventOf(spec, body);
      const address = `${spec.type}.it`;
      const estate = estateOf({ address, attributes: { id: idOf(spec).toLowerCase() } });
      const resets = Object.keys(spec.resets ?? {}).map(
        (path) => `${spec.type} ${formatPath(dottedPath(path))}`,
      );
      const whole = catalog.translate(event, estate);

      const problems = cuts(body).flatMap((less) => {
        const request = { ...event.request, body: less };
        const cut = catalog.translate(withRequest(event, request), estate);
        return invented(whole, cut, (place) => resets.includes(place));
      });

      expect([...new Set(problems)]).toEqual([]);
    },
  );
});
