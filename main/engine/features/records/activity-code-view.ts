import { type ActivityCodeView, activityCodeFormSchema } from '../../../../shared/model/index.ts';
import type { ActivityCode } from '../../service/activity-codes.ts';

const writable = activityCodeFormSchema.omit({ operation: true, codeId: true, seen: true });

/** A code for a form: what the service does not show, or says otherwise than it can be sent, is left out of `fields`. */
export function activityCodeView(code: ActivityCode): ActivityCodeView {
  const fields: [string, unknown][] = [];
  const unreadable: string[] = [];
  for (const [field, schema] of Object.entries(writable.shape)) {
    const value = code.raw[field];
    const read = schema.safeParse(value);
    if (read.success && read.data !== undefined) fields.push([field, read.data]);
    else if (value !== undefined && value !== null) unreadable.push(field);
  }
  return {
    codeId: code.id,
    version: code.versionId,
    fields: Object.fromEntries(fields),
    unreadable,
    type: code.type,
    rateType: code.rateType,
    isDeleted: code.isDeleted ?? false,
  };
}
