import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { digested, readKeptState } from '../../../src/app/run/kept-state.ts';
import { packRows } from '../../../src/code/terraform/state/kept-rows.ts';
import { entry, stateText } from '../../code/terraform/state/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

const first = stateText(entry('aws_vpc', 'a', { id: 'vpc-1' }), entry('aws_vpc', 'b', {}));
const second = stateText(entry('aws_vpc', 'c', { id: 'vpc-1' }));

function stateOf(text: string): ReturnType<typeof digested> {
  return digested({ bytes: Buffer.from(text), file: 'state' });
}

async function addresses(text: string, place: string | undefined, least = 0): Promise<unknown> {
  const read = await readKeptState(stateOf(text), place, least);
  return read.ok ? read.value.resources.map(({ address }) => address) : read.error.code;
}

describe('a state that is read in each run', () => {
  it('matches its bytes, whatever was kept before', async () => {
    const place = join(folder, 'home', 'state-rows');
    expect(await addresses(first, place)).toEqual(['aws_vpc.a', 'aws_vpc.b']);
    const kept = readFileSync(place);
    expect(await addresses(first, place)).toEqual(['aws_vpc.a', 'aws_vpc.b']);
    expect(readFileSync(place)).toEqual(kept);
    expect(await addresses(`\uFEFF${first}`, place)).toEqual(['aws_vpc.a', 'aws_vpc.b']);
    expect(await addresses(`\uFEFF${first}`, place)).toEqual(['aws_vpc.a', 'aws_vpc.b']);
    expect(await addresses(second, place)).toEqual(['aws_vpc.c']);
    writeFileSync(place, kept);
    expect(await addresses(second, place)).toEqual(['aws_vpc.c']);
    writeFileSync(place, 'nonsense');
    expect(await addresses(first, place)).toEqual(['aws_vpc.a', 'aws_vpc.b']);
    expect(readFileSync(place)).toEqual(kept);
    expect(statSync(place).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder, 'home'))).toEqual(['state-rows']);
  });

  it('is taken from what was kept, without parsing its bytes', async () => {
    const place = join(folder, 'taken');
    await addresses(first, place);
    // Resources of another type, in the same places.
    const other = await readKeptState(stateOf(first.replaceAll('aws_vpc', 'aws_xyz')), undefined);
    const [key = ''] = /[0-9a-f]{64} [^"]+/.exec(readFileSync(place, 'latin1')) ?? [];
    writeFileSync(place, (other.ok && packRows(other.value, key)) || '');
    expect(await addresses(first, place)).toEqual(['aws_xyz.a', 'aws_xyz.b']);
  });

  it('is read all the same if nothing can be kept, or nothing is to be kept', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await addresses(second, join(folder, 'file', 'below'))).toEqual(['aws_vpc.c']);
    expect(await addresses(second, undefined)).toEqual(['aws_vpc.c']);
    expect(await addresses('{', join(folder, 'bad'))).toBe('state-truncated');
    expect(await addresses(second, join(folder, 'small'), 4_000_000)).toEqual(['aws_vpc.c']);
    expect(readdirSync(folder).sort()).toEqual(['file', 'home', 'taken']);
  });
});
