/** What the computer and its user are called, for the custody log. */
export const computer = { hostName: 'simulated', userName: 'person' };
