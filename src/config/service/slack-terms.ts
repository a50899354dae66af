import { z } from 'zod';

/** Ids of workspaces, users and channels in Slack; the first letter shows the kind. */
export const teamId = z.string().regex(/^[TE][A-Z0-9]{2,30}$/);
export const userId = z.string().regex(/^[UW][A-Z0-9]{2,30}$/);
export const channelId = z.string().regex(/^[CDG][A-Z0-9]{2,30}$/);

/** The time of a message, which is also its id in the channel. */
export const messageTime = z.string().regex(/^\d{1,12}\.\d{6}$/);

/** Address for the answer; the client checks the host before it sends anything there. */
export const responseUrl = z.url().max(1000);

/** Name of a stack of infrastructure: letters, digits, and `. _ - /` within. */
export const stackNameTerm = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,98}[A-Za-z0-9])?$/);

export const intentIdTerm = z.string().regex(/^i-[0-9a-f]{12}$/);
