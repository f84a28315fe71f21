import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { type FileKind, fileKind } from '../words/fileKind.ts';

/** Colours that people know the kinds by; each drawing differs too, so that colour is never all there is. */
const colours: Record<FileKind, string> = {
  text: '#1a5dbe',
  pdf: '#c4262e',
  table: '#107c41',
  slides: '#c43e1c',
  mail: '#8a6100',
  image: '#7a3e9d',
  video: '#a4307c',
  sound: '#0b7373',
  archive: '#765a33',
  other: '#5c6a70',
};

const useStyles = makeStyles({
  icon: { display: 'block', flexShrink: 0 },
  paper: { fill: tokens.colorNeutralBackground1, stroke: tokens.colorNeutralStrokeAccessible },
  line: { stroke: tokens.colorNeutralStrokeAccessible, fill: 'none' },
});

/** What kind of document it is, as its name tells; drawn by us. */
export function FileIcon({ name, className }: { name: string; className?: string }) {
  const styles = useStyles();
  const kind = fileKind(name);
  const colour = colours[kind];
  return (
    <svg
      aria-hidden
      width="20"
      height="20"
      viewBox="0 0 20 20"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={mergeClasses(styles.icon, className)}
    >
      {whole[kind]?.(colour) ?? (
        <>
          <path
            className={styles.paper}
            d="M5.5 1.5h6.3L16.5 6.2V17a1.5 1.5 0 0 1-1.5 1.5H5.5A1.5 1.5 0 0 1 4 17V3a1.5 1.5 0 0 1 1.5-1.5Z"
          />
          <path className={styles.line} d="M11.5 1.8V6.5h4.7" />
          {tabs[kind] === undefined ? null : (
            <>
              <rect x="1" y="8.2" width={kind === 'pdf' ? 17 : 11} height="8.3" rx="1.5" fill={colour} />
              <path d={tabs[kind]} stroke="#fff" strokeWidth="1.3" fill="none" />
            </>
          )}
        </>
      )}
    </svg>
  );
}

/** What stands on the coloured tab of a sheet: W, X, P, PDF. */
const tabs: Partial<Record<FileKind, string>> = {
  text: 'M3 10.2 4.7 14.5 6.5 11 8.3 14.5 10 10.2',
  table: 'M4.3 10.2 8.7 14.6M8.7 10.2 4.3 14.6',
  slides: 'M5 14.6V10.2h2.2a1.5 1.5 0 0 1 0 3H5',
  pdf: 'M3.2 14.6V10.2h1.3a1.25 1.25 0 0 1 0 2.5H3.2M8.3 14.6V10.2h.9a2.2 2.2 0 0 1 0 4.400ZM13.7 14.6V10.2h2.5M13.7 12.5h2',
};

/** Those that are no sheets. */
const whole: Partial<Record<FileKind, (colour: string) => ReactNode>> = {
  mail: (colour) => (
    <>
      <rect x="1.5" y="4" width="17" height="12" rx="1.5" fill={colour} />
      <path d="M2.5 5.5 10 11l7.5-5.5" stroke="#fff" strokeWidth="1.3" fill="none" />
    </>
  ),
  image: (colour) => (
    <>
      <rect x="2" y="3" width="16" height="14" rx="1.5" fill={colour} />
      <circle cx="6.5" cy="7.2" r="1.5" fill="#fff" />
      <path d="M3.5 15 8 10.2l2.5 2.3L13.5 9l3 4.2V15Z" fill="#fff" />
    </>
  ),
  video: (colour) => (
    <>
      <rect x="1.5" y="4" width="17" height="12" rx="1.5" fill={colour} />
      <path d="M8 7.2v5.6l4.8-2.8Z" fill="#fff" />
    </>
  ),
  sound: (colour) => (
    <>
      <circle cx="10" cy="10" r="8" fill={colour} />
      <path d="M5.5 10v.1M8 7.5v5M10.5 5.5v9M13 7.5v5M15 9.5v1" stroke="#fff" strokeWidth="1.3" fill="none" />
    </>
  ),
  archive: (colour) => (
    <>
      <path
        d="M2 5a1.5 1.5 0 0 1 1.5-1.5h4L9.2 5h7.3A1.5 1.5 0 0 1 18 6.5V15a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 2 15Z"
        fill={colour}
      />
      <path d="M12 5v1.2M13.5 7v1.2M12 9v1.2M12 12h1.5v2H12Z" stroke="#fff" strokeWidth="1.2" fill="none" />
    </>
  ),
};
