import type { Command } from 'commander';
import type { Cli } from '../../../program/command.ts';
import { defineJobsAction } from './act.ts';
import { defineJobsList } from './list.ts';

/** `parley jobs`: dead jobs of the service. */
export function defineJobs(jobs: Command, cli: Cli): void {
  defineJobsList(jobs.command('list'), cli);
  defineJobsAction('retry', jobs.command('retry'), cli);
  defineJobsAction('remove', jobs.command('remove'), cli);
}
