import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { Filing } from '../../shared/model/index.ts';
import { useNow } from '../look/useNow.ts';
import { ListHeading, LongList } from '../widgets/LongList.tsx';
import { activityItems } from './activityItems.ts';
import { FilingLine } from './FilingLine.tsx';

const useStyles = makeStyles({
  more: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
});

/** Saves between this computer and the service, in their parts. */
export function FilingList({ filing }: { filing: Filing }) {
  const styles = useStyles();
  const now = useNow(1_000);
  const items = useMemo(() => activityItems(filing), [filing]);
  return (
    <LongList
      region="Current activity"
      label="Saves"
      items={items}
      keyOf={(item) => (item.kind === 'save' ? item.row.saveId : item.title)}
      heightOf={(item) => (item.kind === 'heading' ? 42 : 60)}
      render={(item) =>
        item.kind === 'heading' ? (
          <ListHeading>
            {item.title} {item.more === null ? null : <span className={styles.more}>{item.more}</span>}
          </ListHeading>
        ) : (
          <FilingLine row={item.row} now={now} />
        )
      }
    />
  );
}
