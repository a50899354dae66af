import { describe, expect, it } from 'vitest';
import { isServerUrl, serverHost } from '../../../src/adapters/store/location.ts';

describe('the URL of a server', () => {
  it.each([
    ['postgres://user:word@db.example:5432/parley', 'db.example:5432'],
    ['postgresql://user@/parley?host=/run/postgresql', 'this machine'],
    ['postgres:///parley?host=/run/postgresql', 'this machine'],
    ['postgres://user:a%23b@db.example/parley', 'db.example'],
    ['redis://localhost:6379', 'localhost:6379'],
  ])('%s is valid, on %s', (url, host) => {
    expect(isServerUrl(url)).toBe(true);
    expect(serverHost(url)).toBe(host);
  });

  it.each([
    'postgres://user:se#cret@db.example/parley',
    'postgres://user:se/cret@db.example/parley',
    'postgres://user:se?cret@db.example/parley',
    'postgres://user:@@/parley',
    'parley',
  ])('%s is refused: it is none, or has a part of the password in its host', (url) => {
    expect(isServerUrl(url)).toBe(false);
  });
});
