/** Documents that are told of at once: some milliseconds of work for whoever tells, passes on or shows them. */
export const documentsAtOnce = 1_000;
