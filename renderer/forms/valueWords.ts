/** A value of a matter's field for a person. @param staffName null or undefined where the id is none of the firm's staff */
export function valueWords(value: unknown, staffName: (id: string) => string | null | undefined): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'string') return staffName(value) ?? value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return value.length === 0 ? 'None' : value.map((each) => valueWords(each, staffName)).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  if ('name' in value && typeof value.name === 'string') return value.name;
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${valueWords(each, staffName)}`)
    .join('; ');
}
