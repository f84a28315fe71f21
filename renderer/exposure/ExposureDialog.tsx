import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Exposure, MatterId } from '../../shared/model/index.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { useNow } from '../look/useNow.ts';
import { Loading } from '../widgets/Loading.tsx';
import { Modal } from '../widgets/Modal.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { Scrollable } from '../widgets/Scrollable.tsx';
import { count } from '../words/count.ts';
import { displayName } from '../words/displayName.ts';
import { numberWords } from '../words/formats.ts';
import { clockTime } from '../words/time.ts';
import { ExposureTable } from './ExposureTable.tsx';
import { useExportExposure } from './useExportExposure.ts';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, margin: '4px 0 8px' },
  list: { minHeight: '160px' },
});

interface ExposureDialogProps {
  /** Null for all matters. */
  matter: { readonly id: MatterId; readonly title: string } | null;
  onClose: () => void;
}

/** Which documents were on this computer, from when until when. */
export function ExposureDialog({ matter, onClose }: ExposureDialogProps) {
  const styles = useStyles();
  const { queries } = useConversation();
  const exportExposure = useExportExposure();
  const [onlyHere, setOnlyHere] = useState(false);
  const query = { matterId: matter?.id ?? null, onlyHere };
  const { data, error, refetch } = useQuery(
    queries.engine.custody.exposure.queryOptions({
      input: query,
      placeholderData: keepPreviousData,
      // What came and went since it was last opened is not shown as it was.
      gcTime: 0,
    }),
  );
  return (
    <Modal
      wide
      title={
        matter === null
          ? 'Documents on this computer'
          : `Documents of “${displayName(matter.title)}” on this computer`
      }
      onClose={onClose}
      actions={
        <>
          {data && data.total > 0 ? <Button onClick={() => exportExposure(query)}>Export…</Button> : null}
          <Button data-first onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className={styles.quiet}>
        Every version that Matterline saved, fetched or kept here, from when until when, by the custody log
        and a look at what is here now. Copies that somebody made elsewhere are not known to it.
      </p>
      {error ? <RefusalBar refusal={refusalOf(error)} onAgain={refetch} /> : null}
      {!data && !error ? <Loading label="Reading the custody log…" /> : null}
      {data ? (
        <Report report={data} isOfAll={matter === null} onlyHere={onlyHere} onOnlyHere={setOnlyHere} />
      ) : null}
    </Modal>
  );
}

interface ReportProps {
  report: Exposure;
  /** Of all matters. */
  isOfAll: boolean;
  onlyHere: boolean;
  onOnlyHere: (onlyHere: boolean) => void;
}

function Report({ report, isOfAll, onlyHere, onOnlyHere }: ReportProps) {
  const styles = useStyles();
  const now = useNow();
  const { signOuts, rows, total } = report;
  return (
    <>
      <div className={styles.quiet}>
        <div>{totals(report, onlyHere)}</div>
        {signOuts.map(({ at, removed, left }) => (
          <div key={at}>
            The sign-out of {clockTime(at, now)} removed {count(removed, 'version')}
            {left > 0 ? ` and left ${numberWords(left)} in matter folders` : ''}.
          </div>
        ))}
        {notShown(report.notShown).map((words) => (
          <div key={words}>{words}</div>
        ))}
      </div>
      {total === 0 ? null : (
        <>
          <Checkbox
            label="Hide what is gone"
            checked={onlyHere}
            onChange={(_event, { checked }) => onOnlyHere(checked === true)}
          />
          <Scrollable label="Versions" className={styles.list}>
            <ExposureTable rows={rows} isOfAll={isOfAll} now={now} />
          </Scrollable>
        </>
      )}
    </>
  );
}

function totals({ total, here, notKnown, rows }: Exposure, onlyHere: boolean): string {
  if (total === 0) return 'Nothing was on this computer, as far as the custody log tells.';
  const open = notKnown > 0 ? `; of ${numberWords(notKnown)} it is not known` : '';
  const isCut = rows.length < (onlyHere ? here + notKnown : total);
  const shown = isCut
    ? ` The newest ${numberWords(rows.length)} are shown; all of them are in what is exported.`
    : '';
  return `${count(total, 'version')}: ${count(here, 'is', 'are')} still here${open}.${shown}`;
}

function notShown({ others, damaged }: Exposure['notShown']): string[] {
  const signOuts = (many: number) => count(many, 'earlier sign-out');
  return [
    ...(others > 0 ? [`${signOuts(others)} may be another person’s: what it removed is not shown.`] : []),
    ...(damaged > 0
      ? [
          `The log of ${signOuts(damaged)} cannot be read, or was changed. Tell the person who looks after your computers.`,
        ]
      : []),
  ];
}
