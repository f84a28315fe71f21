import { later } from '../widgets/later.tsx';

// Everything the frame shows besides the list of matters. In the order in which people are likely to want it.
export const MatterScreen = later(async () => (await import('../matter/MatterScreen.tsx')).MatterScreen);
export const ProblemsScreen = later(
  async () => (await import('../problems/ProblemsScreen.tsx')).ProblemsScreen,
);
export const ActivityScreen = later(
  async () => (await import('../activity/ActivityScreen.tsx')).ActivityScreen,
);
export const SettingsScreen = later(
  async () => (await import('../settings/SettingsScreen.tsx')).SettingsScreen,
);
export const ShortcutsDialog = later(
  async () => (await import('../commands/ShortcutsDialog.tsx')).ShortcutsDialog,
);
