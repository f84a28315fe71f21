/** A setting's place, as the search, the settings screen and the window's address name it. */
export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  /** Other words by which people look for it. */
  readonly also: string;
}

interface SettingsCategory {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly SettingsSection[];
}

const section = (id: string, title: string, also: string): SettingsSection => ({ id, title, also });

/** In the order of the screen: what is changed often first, what may lose something or somebody last. */
export const settingsCategories = [
  {
    id: 'account',
    title: 'Account',
    sections: [
      section('you', 'You', 'name person staff who my matters identity'),
      section('sign-in', 'Sign-in', 'sign out log off password session remove'),
      section('privacy', 'Privacy', 'lock idle screen timeout'),
      section('profiles', 'Profiles', 'accounts firms switch'),
    ],
  },
  {
    id: 'window',
    title: 'Appearance and notifications',
    sections: [
      section('window', 'Window', 'theme dark light colour appearance notification'),
      section('dates', 'Dates and numbers', 'format language locale region'),
    ],
  },
  {
    id: 'filing',
    title: 'Filing',
    sections: [
      section('folders', 'Matter folders', 'root folder directory location path'),
      section('pausing', 'Starting and pausing', 'login background battery metered close autostart'),
      section('requests', 'Requests', 'region portal template plugin administrator webhook client task'),
      section('network', 'Network', 'bandwidth upload speed limit sending'),
    ],
  },
  {
    id: 'records',
    title: 'Records',
    sections: [
      section('custody', 'Custody log', 'audit evidence export verify chain'),
      section('exposure', 'Documents on this computer', 'exposure report lost stolen laptop copies'),
    ],
  },
  {
    id: 'advanced',
    title: 'Advanced',
    sections: [
      section('connection', 'Connection', 'service address api key client secret server'),
      section('versions', 'Versions on this computer', 'storage disk space limit keep old cache'),
      section('fetched', 'Fetched documents', 'storage disk space limit keep on this computer free'),
      section('changes', 'Many changes at once', 'ransomware mass limit threshold macro'),
    ],
  },
  {
    id: 'help',
    title: 'Help',
    sections: [
      section('diagnosis', 'Troubleshooting', 'diagnosis diagnostics check report log support problem'),
      section('about', 'About', 'version update licence'),
    ],
  },
] as const satisfies readonly SettingsCategory[];

export type SettingsSectionId = (typeof settingsCategories)[number]['sections'][number]['id'];

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word typed begins a word of the setting or of its category; true for no text. */
export function isFound({ title, also }: SettingsSection, category: string, text: string): boolean {
  const words = fold(`${title} ${also} ${category}`).split(/[\s-]+/u);
  return fold(text)
    .split(/\s+/u)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}

/** Settings that a text finds, each with its category. */
export function findSettings(
  text: string,
): { readonly section: SettingsSection; readonly category: string }[] {
  return settingsCategories.flatMap(({ title, sections }) =>
    sections
      .filter((one) => isFound(one, title, text))
      .map((one: SettingsSection) => ({ section: one, category: title })),
  );
}
