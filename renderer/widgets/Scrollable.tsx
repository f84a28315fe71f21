import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode, Ref } from 'react';

const useStyles = makeStyles({
  section: {
    overflowY: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

interface ScrollableProps {
  label: string;
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** A part of a screen that scrolls by itself, by the keyboard as well. */
export function Scrollable({ label, className, ref, children }: ScrollableProps) {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by the keyboard
    <section ref={ref} aria-label={label} tabIndex={0} className={mergeClasses(styles.section, className)}>
      {children}
    </section>
  );
}
