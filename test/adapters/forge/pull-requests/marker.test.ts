import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isMarkable,
  isSameText,
  markWithdrawn,
  readMarker,
  writeMarked,
} from '../../../../src/adapters/forge/pull-requests/marker.ts';

const id = fc.stringMatching(/^[\w.:-]{1,40}$/).filter(isMarkable);
const marker = fc.record({ intent: id, digest: id, isWithdrawn: fc.boolean() });
const text = fc.oneof(fc.string(), fc.constantFrom('<!-- parley: intent=a drift=b -->', '-->'));

describe('the marker of a description', () => {
  it('is read back as it was written, whatever text it encloses', () => {
    fc.assert(
      fc.property(marker, text, (one, body) => {
        expect(readMarker(writeMarked('', one, body))).toEqual(one);
      }),
    );
  });

  it('is replaced in place', () => {
    fc.assert(
      fc.property(marker, marker, text, (first, second, body) => {
        const before = `Above.\n\n${writeMarked('', first, body)}\n\nBelow.`;
        const after = writeMarked(before, second, body);

        expect(readMarker(after)).toEqual(second);
        expect(after.startsWith('Above.\n\n<!--') && after.endsWith('-->\n\nBelow.')).toBe(true);
        expect(writeMarked(after, second, body)).toBe(after);
        const withdrawn = markWithdrawn(after);
        expect(readMarker(withdrawn)).toEqual({ ...second, isWithdrawn: true });
        expect(markWithdrawn(withdrawn)).toBe(withdrawn);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['no end', '<!-- parley: intent=a drift=b -->'],
    ['a quote', '> <!-- parley: intent=a drift=b -->\n<!-- /parley -->'],
    ['another form', '<!-- parley intent=a drift=b -->\n<!-- /parley -->'],
  ])('is not found in %s', (_, description) => {
    expect(readMarker(description)).toBeUndefined();
  });

  it('is found in text with CRLF line endings', () => {
    const description = '<!-- parley: intent=a drift=b -->\r\nText.\r\n<!-- /parley -->\r\n';

    expect(readMarker(description)).toEqual({ intent: 'a', digest: 'b', isWithdrawn: false });
    expect(
      isSameText(description, writeMarked(description, readMarker(description)!, 'Text.')),
    ).toBe(true);
  });

  it('keeps the description within the length limit of forges', () => {
    const long = writeMarked('', { intent: 'a', digest: 'b', isWithdrawn: false }, 'x'.repeat(1e5));

    expect(long.length).toBeLessThan(65_536);
    expect(long).toContain('(shortened)');
  });

  it.each(['', 'a b', 'a-->', 'a--b', 'ä', 'x'.repeat(129)])('cannot hold %j', (bad) => {
    expect(isMarkable(bad)).toBe(false);
  });
});
