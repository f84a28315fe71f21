/** What is said of a version that was restored. It is not filed yet: it is captured and sent like every save. */
export const restoredNotice = (outcome: 'restored' | 'same' | 'to-file', name: string, at: string) =>
  outcome === 'to-file'
    ? ({
        intent: 'success',
        title: `“${name}” will be filed as it is`,
        lines: ['It is not kept unfiled any more.'],
      } as const)
    : outcome === 'same'
      ? ({
          intent: 'info',
          title: `“${name}” has the content of that version already`,
          lines: ['Nothing had to be changed.'],
        } as const)
      : ({
          intent: 'success',
          title: `“${name}” is in the matter’s folder as it was ${at}`,
          lines: ['It will be filed as a new version. What was there before is among the earlier versions.'],
        } as const);
