/** Of the parties and documents in made-up firms. */
export const familyNames = [
  'Okafor',
  'Brown',
  'Lindqvist',
  'Müller',
  'Tanaka',
  'Smith',
  'Papadopoulos',
  'Nowak',
  'Silva',
] as const;
