/** What main, engine and window tell each other about, each with the schema it is checked by. */
export * from './model/connection.ts';
export * from './model/custody.ts';
export * from './model/diagnosis.ts';
export * from './model/documents.ts';
export * from './model/filing.ts';
export * from './model/ids.ts';
export * from './model/matters.ts';
export * from './model/not-filed.ts';
export * from './model/preferences.ts';
export * from './model/problems.ts';
export * from './model/refusal.ts';
export * from './model/search.ts';
export * from './model/status.ts';
export * from './model/timeline.ts';
export * from './model/vault.ts';
export * from './model/window.ts';
