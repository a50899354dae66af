import type { Graded } from './types.ts';

export const graded: readonly Graded[] = [
  [
    'no probe asks targets',
    'azurerm_lb_probe',
    { name: 'p', port: 443, interval_in_seconds: 5, number_of_probes: 2 },
    undefined,
    'availability weakens',
    3,
  ],
  [
    'snapshot of a disk that stays',
    'azurerm_snapshot',
    { name: 's', create_option: 'Copy', source_uri: 'd' },
    undefined,
    'durability weakens',
    4,
  ],
];
