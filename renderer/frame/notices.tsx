import { makeStyles } from '@fluentui/react-components';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { refusalOf } from '../conversation/refusal.ts';
import { later } from '../widgets/later.tsx';
import type { Notice } from '../words/adding.ts';
import { saidOf } from '../words/saidOf.ts';
import { keyOf, stillOn, type Told, withTold } from './toldNotices.ts';

const OneNotice = later(async () => (await import('./OneNotice.tsx')).OneNotice);

interface Notices {
  readonly notices: readonly Told[];
  tell: (notice: Notice | null) => void;
  dismiss: (notice: Told) => void;
  /** What goes on at the moment, beside it: it takes the place of nothing that was said. */
  readonly going: Notice | null;
  tellGoing: (notice: Notice | null) => void;
}

const NoticesContext = createContext<Notices | null>(null);

interface NoticesProviderProps {
  /** The screen that is shown: what is told there goes with it. */
  where: string;
  children: ReactNode;
}

export function NoticesProvider({ where, children }: NoticesProviderProps) {
  const [told, setTold] = useState<readonly Told[]>([]);
  const [going, tellGoing] = useState<Notice | null>(null);
  const here = useRef(where);
  useEffect(() => {
    here.current = where;
  }, [where]);
  const notices = stillOn(told, where);
  if (notices !== told) setTold(notices);
  const tell = useCallback(
    (notice: Notice | null) => setTold((shown) => withTold(shown, notice && { notice, where: here.current })),
    [],
  );
  const dismiss = useCallback((read: Told) => {
    setTold((shown) => shown.filter((one) => one !== read));
    read.notice.onRead?.();
  }, []);
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

/** Does something that may be refused; a refusal is told in words, with what it is `about`. */
export function useAct(): (action: () => Promise<unknown>, about?: string) => void {
  const tell = useTell();
  return useCallback(
    (action, about) => {
      action().catch((error: unknown) => {
        const { what, why, next } = refusalOf(error);
        tell({ intent: 'error', title: saidOf(about, what), lines: [why, next] });
      });
    },
    [tell],
  );
}

const useStyles = makeStyles({
  going: { display: 'block' },
  /** Under the list, which gets shorter: nothing in it moves, and nothing of it is covered. */
  dock: {
    flexShrink: 0,
    maxHeight: '40%',
    overflowY: 'auto',
    '@media (max-height: 520px)': { position: 'sticky', bottom: 0, zIndex: 2, maxHeight: '60vh' },
  },
});

/** Everything that is told at the moment: errors, then what was done, then what goes on. */
export function NoticeDock() {
  const styles = useStyles();
  const { notices, dismiss, going, tellGoing } = useNotices();
  const parts = [
    { role: 'alert', shown: notices.filter(({ notice }) => notice.intent === 'error') },
    { role: 'status', shown: notices.filter(({ notice }) => notice.intent !== 'error') },
  ] as const;
  return (
    <div className={styles.dock}>
      {parts.map(({ role, shown }) => (
        <div key={role} role={role}>
          {shown.map((one) => (
            <OneNotice
              key={keyOf(one.notice)}
              notice={one.notice}
              goesOn={false}
              onEnd={() => dismiss(one)}
            />
          ))}
        </div>
      ))}
      <output className={styles.going}>
        {going ? <OneNotice notice={going} goesOn onEnd={() => tellGoing(null)} /> : null}
      </output>
    </div>
  );
}

function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error('no notices: render inside NoticesProvider');
  return notices;
}
