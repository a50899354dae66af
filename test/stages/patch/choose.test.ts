import { describe, expect, it } from 'vitest';
import {
  type Case,
  calledTwice,
  oneIndex,
  oneInstance,
  sharedList,
  sharedVariable,
  twoFiles,
} from './choose-cases.ts';
import { lineDiff, patched } from './harness.ts';

function check({ files, goals, diff, varFiles = [] }: Case): void {
  const { changed, synthesis } = patched(files, goals, {}, { varFiles });

  expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
  const seen = Object.entries(changed).map(([path, text]) => [
    path,
    lineDiff(files[path] ?? '', text),
  ]);
  expect(Object.fromEntries(seen)).toEqual(diff);
  expect(synthesis.verification).toEqual({ level: 'evaluate', passed: true, notes: [] });
}

describe('a value that several share', () => {
  it.each(sharedVariable)('$name', check);
});

describe('one for_each instance', () => {
  it.each(oneInstance)('$name', check);
});

describe('one count index', () => {
  it.each(oneIndex)('$name', check);
});

describe('a list that feeds two resources', () => {
  it.each(sharedList)('$name', check);
});

describe('a value in two variable files', () => {
  it.each(twoFiles)('$name', check);
});

describe('a module called twice', () => {
  it.each(calledTwice)('$name', check);
});
