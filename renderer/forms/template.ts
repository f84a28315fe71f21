/** What may stand between braces in a template that the firm configured. */
export type TemplateValues = Readonly<Record<string, string | null>>;

/**
 * A template with its places filled in; null where one of them is not known, so that nothing half made is sent.
 * @param encode how a value is written there: in an address it must not become another part of it
 */
export function filled(
  template: string | null,
  values: TemplateValues,
  encode: (value: string) => string,
): string | null {
  if (template === null || template.trim() === '') return null;
  let isWhole = true;
  const text = template.replaceAll(/\{(\w+)\}/gu, (_place, name: string) => {
    const value = values[name];
    if (value === null || value === undefined || value === '') {
      isWhole = false;
      return '';
    }
    return encode(value);
  });
  return isWhole ? text : null;
}

/** What stands in a field once something else is offered for it: what the person typed in the place of what was offered stays. */
export const followed = (value: string, lastOffered: string | null, offered: string | null): string =>
  value === lastOffered ? (offered ?? '') : value;
