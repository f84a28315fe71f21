import { type MassChangeLimits, massChangeLimitsSchema } from '../../shared/model/index.ts';

/** Limits as they are typed. */
export type TypedMassChange = { readonly [Name in keyof MassChangeLimits]: string };

export const massChangeFields = [
  { name: 'documents', label: 'More documents than', least: 1, most: 100_000 },
  { name: 'percent', label: 'Or a larger share of the matter (percent) than', least: 1, most: 100 },
  { name: 'ofMoreThan', label: 'In matters with more documents than', least: 1, most: 100_000 },
  { name: 'withinSeconds', label: 'Changed within (seconds)', least: 1, most: 300 },
] as const satisfies readonly { name: keyof MassChangeLimits; label: string; least: number; most: number }[];

export const typedMassChange = (limits: MassChangeLimits): TypedMassChange => ({
  documents: String(limits.documents),
  percent: String(limits.percent),
  ofMoreThan: String(limits.ofMoreThan),
  withinSeconds: String(limits.withinSeconds),
});

/** What is wrong with one of them, for a person; null when nothing is. */
export function massChangeFault(
  text: string,
  { least, most }: { least: number; most: number },
): string | null {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(number) && number >= least && number <= most
    ? null
    : `A whole number from ${least} to ${most}.`;
}

/** Null while something typed is not a limit. */
export function massChangeOf(typed: TypedMassChange): MassChangeLimits | null {
  const read = massChangeLimitsSchema.safeParse(
    Object.fromEntries(
      Object.entries(typed).map(([name, text]) => [name, text.trim() === '' ? null : Number(text)]),
    ),
  );
  return read.success ? read.data : null;
}
