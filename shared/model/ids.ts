import { z } from 'zod';

/** Identifiers as the service gives them: opaque, hostile until proven otherwise, never parsed. */
export const matterIdSchema = z.string().min(1).max(1024).brand<'MatterId'>();
export type MatterId = z.infer<typeof matterIdSchema>;

export const fileIdSchema = z.string().min(1).max(1024).brand<'FileId'>();
export type FileId = z.infer<typeof fileIdSchema>;

export const folderIdSchema = z.string().min(1).max(1024).brand<'FolderId'>();
export type FolderId = z.infer<typeof folderIdSchema>;

/** An instant as ISO 8601 in UTC. */
export const instantSchema = z.string();
