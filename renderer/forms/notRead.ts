/** The first field with something typed that the browser makes nothing of, as half a date: it would count as empty. */
export const firstNotRead = (fields: Iterable<Element>): HTMLInputElement | undefined =>
  [...fields].find(
    (field): field is HTMLInputElement =>
      'validity' in field && (field as HTMLInputElement).validity.badInput,
  );
