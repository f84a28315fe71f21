import { z } from 'zod';

/** An id as the service gives it: opaque, hostile until proven otherwise, never parsed. */
const idSchema = z.string().min(1).max(1024);

export const staffIdSchema = idSchema.brand<'StaffId'>();
/** May carry a location after an underscore (spec: Matter type). */
export const matterTypeIdSchema = idSchema.brand<'MatterTypeId'>();
export type MatterTypeId = z.infer<typeof matterTypeIdSchema>;
export const layoutIdSchema = idSchema.brand<'LayoutId'>();
export const activityCodeIdSchema = idSchema.brand<'ActivityCodeId'>();
export type ActivityCodeId = z.infer<typeof activityCodeIdSchema>;
export const stageSetIdSchema = idSchema.brand<'StageSetId'>();
export type StageSetId = z.infer<typeof stageSetIdSchema>;
