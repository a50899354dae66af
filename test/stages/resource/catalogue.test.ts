import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArtifactDigest } from '../../../src/model/artifact.ts';
import type { VersionFacts } from '../../../src/model/resource.ts';
import { bytesDigest } from '../../../src/stages/resource/archive.ts';
import { foldCatalogue, versionHeads } from '../../../src/stages/resource/catalogue.ts';

function version(id: string, parents: readonly string[] = [], name = 'web'): VersionFacts {
  return { tenant: 'a', kind: 'Route', name, digest: digest(id), parents: parents.map(digest) };
}

function digest(id: string): ArtifactDigest {
  return bytesDigest(Buffer.from(id));
}

/** Histories in which a version may replace some of the earlier versions of its name. */
const histories = fc
  .array(fc.tuple(fc.constantFrom('web', 'db'), fc.array(fc.nat(), { maxLength: 3 })), {
    maxLength: 12,
  })
  .map((drawn) => {
    const all: VersionFacts[] = [];
    for (const [at, [name, picks]] of drawn.entries()) {
      const same = all.filter((one) => one.name === name);
      const parents =
        same.length === 0 ? [] : picks.map((pick) => same[pick % same.length]?.digest);
      const known = [...new Set(parents.filter((one) => one !== undefined))];
      all.push({ ...version(String(at), [], name), parents: known });
    }
    return all;
  });

describe('the catalogue', () => {
  it('is the same in any order, with any copies, and put together from parts', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), fc.nat(), (all, order, cut) => {
        const shuffled = all
          .map((one) => ({ one, key: order.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const parts = [...shuffled.slice(cut % (all.length + 1)), ...shuffled, ...all];

        expect(foldCatalogue(parts)).toEqual(foldCatalogue(all));
      }),
    );
  });

  it('has every version once, and a head that nothing replaces', () => {
    fc.assert(
      fc.property(histories, (all) => {
        const entries = foldCatalogue(all);
        const kept = entries.flatMap(({ versions }) => versions.map((one) => one.digest));
        const parents = new Set(all.flatMap((one) => one.parents));

        expect([...kept].sort()).toEqual(all.map((one) => one.digest).sort());
        for (const entry of entries) {
          for (const head of versionHeads(entry)) expect(parents.has(head.digest)).toBe(false);
          for (const one of entry.versions) {
            const before = entry.versions.filter((each) => one.parents.includes(each.digest));
            expect(one.number).toBe(1 + Math.max(0, ...before.map((each) => each.number)));
          }
        }
      }),
    );
  });

  it.each<[string, readonly VersionFacts[], string, readonly string[], readonly string[]]>([
    ['one version', [version('1')], '1', [], []],
    ['a history', [version('2', ['1']), version('1')], '2', [], []],
    [
      'two at once',
      [version('1'), version('x', ['1']), version('y', ['1'])],
      higher('x', 'y'),
      [lower('x', 'y')],
      [],
    ],
    [
      'a contest that is settled',
      [version('1'), version('x', ['1']), version('y', ['1']), version('z', ['x', 'y'])],
      'z',
      [],
      [],
    ],
    [
      'the longer one counts',
      [version('1'), version('2', ['1']), version('3', ['2']), version('x', ['1'])],
      '3',
      ['x'],
      [],
    ],
    ['one that was forgotten', [version('2', ['1'])], '2', [], ['1']],
  ])('%s', (_, all, current, contested, missing) => {
    const [entry] = foldCatalogue(all);

    expect(entry?.current.digest).toBe(digest(current));
    expect(entry?.contested.map((one) => one.digest)).toEqual(contested.map(digest));
    expect(entry?.missing).toEqual(missing.map(digest));
  });

  it('terminates if versions name each other', () => {
    const circle = [version('1', ['3']), version('2', ['1']), version('3', ['2'])];
    const all = [...circle, version('4', ['3'])];
    const [entry] = foldCatalogue(all);

    // Each version replaces another one, so none is in effect.
    expect(foldCatalogue(circle)).toEqual([]);
    expect(foldCatalogue([version('1', ['1'])])).toEqual([]);
    expect(entry?.current.digest).toBe(digest('4'));
    expect(entry?.versions.length).toBe(4);
    expect(foldCatalogue(all.toReversed())).toEqual([entry]);
  });

  it('handles a history of any length', () => {
    const all = Array.from({ length: 20_000 }, (_, at) =>
      version(String(at), at === 0 ? [] : [String(at - 1)]),
    );

    expect(foldCatalogue(all.reverse())[0]?.current.number).toBe(20_000);
  });
});

function higher(a: string, b: string): string {
  return digest(a) > digest(b) ? a : b;
}

function lower(a: string, b: string): string {
  return higher(a, b) === a ? b : a;
}
