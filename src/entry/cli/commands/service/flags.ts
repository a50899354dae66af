import { type Command, Option } from 'commander';
import { logLevels } from '../../../../adapters/telemetry/log.ts';
import { numberBetween } from '../flags.ts';

/** Adds the options that locate the service's own `parley.yaml`. */
export function withServiceFolder(command: Command): Command {
  return command
    .option('--dir <folder>', 'folder with the parley.yaml of the service', '.')
    .option('--config <file>', 'settings; default: parley.yaml in the folder');
}

/** `--concurrency` of what runs jobs. */
export function concurrency(): Option {
  return new Option('--concurrency <number>', 'jobs of one queue at a time')
    .argParser(numberBetween(1, 100))
    .default(2);
}

/** `--timeout` of what runs jobs. */
export function timeout(): Option {
  return new Option('--timeout <seconds>', 'how long a stop waits for running jobs')
    .argParser(numberBetween(0, 3600))
    .default(30);
}

/** `--log-level` of the processes of the service. */
export function logLevel(): Option {
  return new Option(
    '--log-level <level>',
    'lowest level that is logged; default: PARLEY_LOG_LEVEL, else info',
  ).choices(logLevels);
}

/** The value of `--port` and `--health-port`. */
export const port = numberBetween(0, 65_535);
