/** Most urgent first. */
export const priorities = ['sign-in', 'announce', 'view', 'background'] as const;
export type Priority = (typeof priorities)[number];
