import { later } from '../widgets/later.tsx';

// What is told over the screen, where there is anything.
export const MistakenBar = later(async () => (await import('../person/MistakenBar.tsx')).MistakenBar);
export const ChangedWhileOpen = later(
  async () => (await import('../problems/ChangedWhileOpen.tsx')).ChangedWhileOpen,
);
export const SigningInBar = later(async () => (await import('../connect/SigningInBar.tsx')).SigningInBar);

// Everything the frame shows besides the list of matters. In the order in which people are likely to want it.
export const MatterScreen = later(async () => (await import('../matter/MatterScreen.tsx')).MatterScreen);
export const ProblemsScreen = later(
  async () => (await import('../problems/ProblemsScreen.tsx')).ProblemsScreen,
);
export const ActivityScreen = later(
  async () => (await import('../activity/ActivityScreen.tsx')).ActivityScreen,
);
export const FirmScreen = later(async () => (await import('../firm/FirmScreen.tsx')).FirmScreen);
export const FormHost = later(async () => (await import('../forms/FormHost.tsx')).FormHost);
export const SettingsScreen = later(
  async () => (await import('../settings/SettingsScreen.tsx')).SettingsScreen,
);
export const SignOutDialog = later(async () => (await import('../sign-out/SignOutDialog.tsx')).SignOutDialog);
export const ShortcutsDialog = later(
  async () => (await import('../commands/ShortcutsDialog.tsx')).ShortcutsDialog,
);
