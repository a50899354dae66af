import { describe, expect, it } from 'vitest';
import { redirectTarget } from '../../../../src/adapters/state-source/http/redirect.ts';

describe('a redirect', () => {
  it.each([
    ['https://a.example.com/x', '/y', 'https://a.example.com/y'],
    ['https://a.example.com/x', '//b.example.com/y', 'https://b.example.com/y'],
    ['http://a.example.com/x', 'https://a.example.com/x', 'https://a.example.com/x'],
    ['https://a.example.com/x', 'http://a.example.com/x', undefined],
    ['https://a.example.com/x', 'http:/y', undefined],
    ['https://a.example.com/x', 'https://', undefined],
    ['https://a.example.com/x', undefined, undefined],
  ])('from %s to %s leads to %s', (from, location, target) => {
    expect(redirectTarget(location, new URL(from))?.href).toBe(target);
  });
});
