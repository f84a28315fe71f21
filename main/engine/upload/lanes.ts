/** Documents on their way at once. */
export const documentsAtOnce = 8;
