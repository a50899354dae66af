import { describe, it } from 'vitest';
import { findTerraform } from '../../../../src/code/terraform/run/locate.ts';

const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('terraform');

/** The path of terraform or tofu on this machine, if it is installed. */
export const terraform = findTerraform(process.env['PATH']);

/** Runs tests that need the real program: skipped if it is missing, or failed if it is required. */
export function describeTerraform(name: string, body: (binary: string) => void): void {
  if (terraform !== undefined) {
    describe(name, () => body(terraform));
  } else if (required) {
    it(`${name}: needs terraform or tofu on PATH`, () => {
      throw new Error('neither terraform nor tofu is on PATH');
    });
  } else {
    describe.skip(`${name} (no terraform or tofu on PATH)`, () => {
      it('is skipped', () => undefined);
    });
  }
}
