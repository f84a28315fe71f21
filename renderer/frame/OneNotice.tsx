import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  ProgressBar,
} from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { Notice } from '../words/adding.ts';
import { displayName } from '../words/displayName.ts';
import { staysFor } from './toldNotices.ts';

const useStyles = makeStyles({
  bar: { paddingTop: '6px', paddingBottom: '6px', borderRadius: 0, overflowWrap: 'anywhere' },
  progress: { marginTop: '8px', maxWidth: '360px' },
  lines: { margin: '2px 0 0', padding: 0, listStyleType: 'none' },
});

/** Its button stands beside it where there is room, so that it takes one line of the screen. */
const isShort = ({ lines, others }: Notice): boolean => lines.length === 0 && others === undefined;

interface OneNoticeProps {
  notice: Notice;
  goesOn: boolean;
  onEnd: () => void;
}

/** Something the person is told. */
export function OneNotice({ notice, goesOn, onEnd }: OneNoticeProps) {
  const styles = useStyles();
  const [isHeld, setHeld] = useState(false);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const stays = goesOn || isHeld ? null : staysFor(notice);
  useEffect(() => {
    if (stays === null) return undefined;
    const timer = setTimeout(() => end.current(), stays);
    return () => clearTimeout(timer);
  }, [stays]);
  return (
    // It does not go while somebody reads it or has the keyboard on it.
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <MessageBar
        intent={notice.intent}
        layout={isShort(notice) ? 'auto' : 'multiline'}
        className={styles.bar}
      >
        <MessageBarBody>
          <MessageBarTitle>{displayName(notice.title)}</MessageBarTitle>
          {notice.lines.length > 0 ? (
            <ul className={styles.lines}>
              {notice.lines.map((line) => (
                <li key={line}>{displayName(line)}</li>
              ))}
            </ul>
          ) : null}
          {notice.others ? (
            <details>
              <summary>Show the others</summary>
              <ul className={styles.lines}>
                {notice.others.map((line, index) => (
                  // The same name may be in two folders.
                  // biome-ignore lint/suspicious/noArrayIndexKey: what was told does not change
                  <li key={index}>{displayName(line)}</li>
                ))}
              </ul>
            </details>
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
    </div>
  );
}
