import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  mergeClasses,
  ProgressBar,
  tokens,
} from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { refusalOf } from '../conversation/refusal.ts';
import type { Notice } from '../words/adding.ts';
import { displayName } from '../words/displayName.ts';
import { withTold } from './toldNotices.ts';

/** How long good news stays, in milliseconds; bad news stays until it is dismissed. */
const goodNewsStays = 8_000;
/** Longer when it can still be undone. */
const undoStays = 20_000;

interface Notices {
  readonly notices: readonly Notice[];
  tell: (notice: Notice | null) => void;
  dismiss: (notice: Notice) => void;
  /** What goes on at the moment, beside it: it takes the place of nothing that was said. */
  readonly going: Notice | null;
  tellGoing: (notice: Notice | null) => void;
}

const NoticesContext = createContext<Notices | null>(null);

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const [going, tellGoing] = useState<Notice | null>(null);
  const tell = useCallback((told: Notice | null) => setNotices((shown) => withTold(shown, told)), []);
  const dismiss = useCallback(
    (read: Notice) => setNotices((shown) => shown.filter((one) => one !== read)),
    [],
  );
  const newest = notices.at(-1);
  useEffect(() => {
    if (newest?.intent !== 'success') return undefined;
    const timer = setTimeout(() => dismiss(newest), newest.action ? undoStays : goodNewsStays);
    return () => clearTimeout(timer);
  }, [newest, dismiss]);
  const value = useMemo(
    () => ({ notices, tell, dismiss, going, tellGoing }),
    [notices, tell, dismiss, going],
  );
  return <NoticesContext value={value}>{children}</NoticesContext>;
}

/** Tells the person the outcome of what they asked for. */
export function useTell(): (notice: Notice | null) => void {
  return useNotices().tell;
}

/** Tells the person how far something is; null when it is over. */
export function useTellGoing(): (notice: Notice | null) => void {
  return useNotices().tellGoing;
}

/** Does something that may be refused; a refusal is told in words. */
export function useAct(): (action: () => Promise<unknown>) => void {
  const tell = useTell();
  return useCallback(
    (action) => {
      action().catch((error: unknown) => {
        const { what, why, next } = refusalOf(error);
        tell({ intent: 'error', title: what, lines: [why, next] });
      });
    },
    [tell],
  );
}

const useStyles = makeStyles({
  region: { flexShrink: 0 },
  /** However many there are, what is under them can still be used. */
  errors: { flexShrink: 0, maxHeight: '40vh', overflowY: 'auto' },
  /** Good news comes and goes by itself, so it must not move what is under it. */
  passing: {
    position: 'absolute',
    zIndex: 2,
    left: '50%',
    bottom: '16px',
    transform: 'translateX(-50%)',
    width: 'max-content',
    maxWidth: 'calc(100% - 48px)',
    boxShadow: tokens.shadow16,
  },
  bar: { paddingTop: '8px', paddingBottom: '8px', borderRadius: 0, overflowWrap: 'anywhere' },
  progress: { marginTop: '8px', maxWidth: '360px' },
  lines: { margin: '4px 0 0', padding: 0, listStyleType: 'none' },
});

export function NoticeBar() {
  const styles = useStyles();
  const { notices, dismiss, going, tellGoing } = useNotices();
  const errors = notices.filter(({ intent }) => intent === 'error');
  const other = notices.find(({ intent }) => intent !== 'error') ?? null;
  return (
    <>
      <OneNotice notice={going} goesOn onEnd={() => tellGoing(null)} />
      <div className={styles.errors}>
        {errors.map((one) => (
          <OneNotice
            key={[one.title, ...one.lines].join('\n')}
            notice={one}
            goesOn={false}
            onEnd={() => dismiss(one)}
          />
        ))}
      </div>
      <OneNotice notice={other} goesOn={false} onEnd={() => other && dismiss(other)} />
    </>
  );
}

interface OneNoticeProps {
  notice: Notice | null;
  goesOn: boolean;
  onEnd: () => void;
}

function OneNotice({ notice, goesOn, onEnd }: OneNoticeProps) {
  const styles = useStyles();
  return (
    <div
      role={notice?.intent === 'error' ? 'alert' : 'status'}
      className={mergeClasses(
        styles.region,
        (notice?.intent === 'success' || notice?.progress) && styles.passing,
      )}
    >
      {notice ? (
        <MessageBar intent={notice.intent} layout="multiline" className={styles.bar}>
          <MessageBarBody>
            <MessageBarTitle>{displayName(notice.title)}</MessageBarTitle>
            {notice.lines.length > 0 ? (
              <ul className={styles.lines}>
                {notice.lines.map((line) => (
                  <li key={line}>{displayName(line)}</li>
                ))}
              </ul>
            ) : null}
            {notice.progress ? (
              <ProgressBar
                className={styles.progress}
                aria-label={displayName(notice.title)}
                value={notice.progress.done}
                max={notice.progress.of}
              />
            ) : null}
          </MessageBarBody>
          <MessageBarActions
            containerAction={
              // What goes on is ended by its own button, not by looking away.
              goesOn ? null : (
                <Button
                  appearance="transparent"
                  size="small"
                  icon={<Dismiss20Regular />}
                  aria-label="Dismiss message"
                  onClick={onEnd}
                />
              )
            }
          >
            {notice.action ? (
              <Button
                size="small"
                onClick={() => {
                  onEnd();
                  notice.action?.run();
                }}
              >
                {notice.action.label}
              </Button>
            ) : null}
          </MessageBarActions>
        </MessageBar>
      ) : null}
    </div>
  );
}

function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('no notices: render inside NoticesProvider');
  return notices;
}
