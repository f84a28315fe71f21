import { Button, Checkbox, makeStyles, SearchBox, Select, tokens } from '@fluentui/react-components';
import { TextBulletListSquare48Regular } from '@fluentui/react-icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityCodeView } from '../../shared/model/index.ts';
import { minutesOfQuantity } from '../../shared/rules/activity-code.ts';
import { refusalOf } from '../conversation/refusal.ts';
import { useConversation } from '../conversation/useConversation.ts';
import { activityCodeForm, unreadOfCode } from '../forms/activityCode.ts';
import { openForm } from '../forms/opened.ts';
import { useTell } from '../frame/notices.tsx';
import { EmptyState } from '../widgets/EmptyState.tsx';
import { Loading } from '../widgets/Loading.tsx';
import { Name } from '../widgets/Name.tsx';
import { RefusalBar } from '../widgets/RefusalBar.tsx';
import { type Column, RowGrid } from '../widgets/RowGrid.tsx';
import { count } from '../words/count.ts';
import { numberWords } from '../words/formats.ts';
import { activityTypeWords, rateTypeWords } from './codeWords.ts';
import { Freshness } from './Freshness.tsx';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', height: '100%' },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', padding: '4px 16px' },
  rest: { flexGrow: 1, minHeight: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const rowHeight = () => 42;
const most = 500;

/** A quantity as people say it: of time, minutes. */
function quantityWords({ fields: { quantity, type } }: ActivityCodeView): string {
  if (quantity === null || quantity === undefined) return '';
  return type === 1 ? count(minutesOfQuantity(quantity), 'minute') : numberWords(quantity, 2);
}

const columns: readonly Column<ActivityCodeView>[] = [
  {
    id: 'code',
    title: 'Code',
    width: 'minmax(90px, 0.4fr)',
    render: ({ fields: { code }, isDeleted }) => (
      <Name text={isDeleted ? `${code ?? ''} (deleted)` : (code ?? '')} />
    ),
  },
  {
    id: 'description',
    title: 'Description',
    width: 'minmax(120px, 1fr)',
    render: ({ fields: { description } }) => (description ? <Name text={description} /> : null),
  },
  {
    id: 'type',
    title: 'Type',
    width: '110px',
    render: ({ type }) => <Name text={activityTypeWords(type)} />,
  },
  {
    id: 'rate',
    title: 'Rate',
    width: 'minmax(110px, 0.5fr)',
    from: 700,
    render: ({ rateType, fields: { rate } }) => (
      <Name text={rate === null || rate === undefined ? rateTypeWords(rateType) : numberWords(rate, 2)} />
    ),
  },
  {
    id: 'quantity',
    title: 'Quantity',
    width: '110px',
    from: 620,
    render: (code) => quantityWords(code),
  },
  {
    id: 'billable',
    title: 'Billable',
    width: '90px',
    from: 820,
    render: ({ fields: { isBillable } }) =>
      isBillable === undefined ? 'Not shown' : isBillable ? 'Yes' : 'No',
  },
];

/** The firm's activity codes; whoever may changes one. */
export function CodesPart() {
  const styles = useStyles();
  const tell = useTell();
  const { queries } = useConversation();
  const [text, setText] = useState('');
  const [type, setType] = useState('');
  const [billable, setBillable] = useState('');
  const [withDeleted, setWithDeleted] = useState(false);
  const [active, setActive] = useState(0);
  const { data, error, refetch } = useQuery(
    queries.engine.records.activityCodes.queryOptions({
      input: {
        text,
        type: type === '' ? null : Number(type),
        isBillable: billable === '' ? null : billable === 'yes',
        withDeleted,
        limit: most,
      },
      placeholderData: keepPreviousData,
    }),
  );
  if (error) return <RefusalBar refusal={refusalOf(error)} onAgain={refetch} />;
  if (!data) return <Loading label="Loading activity codes…" />;
  const { rows, total } = data;
  const current = Math.min(active, rows.length - 1);
  const open = (index: number) => {
    const code = rows[index];
    if (!code) return;
    if (!code.isDeleted) return openForm({ form: activityCodeForm(code), unread: unreadOfCode(code) });
    tell({
      intent: 'warning',
      title: 'This code was deleted in the service',
      lines: ['It cannot be changed.'],
    });
  };
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <SearchBox
          aria-label="Find activity codes"
          placeholder="Find activity codes"
          value={text}
          onChange={(_event, { value }) => setText(value)}
        />
        <Select aria-label="Type" value={type} onChange={(_event, { value }) => setType(value)}>
          <option value="">All types</option>
          {[0, 1, 2, 3].map((one) => (
            <option key={one} value={one}>
              {activityTypeWords(one)}
            </option>
          ))}
        </Select>
        <Select aria-label="Billable" value={billable} onChange={(_event, { value }) => setBillable(value)}>
          <option value="">Billable or not</option>
          <option value="yes">Billable</option>
          <option value="no">Not billable</option>
        </Select>
        <Checkbox
          label="Include deleted codes"
          checked={withDeleted}
          onChange={(_event, { checked }) => setWithDeleted(checked === true)}
        />
        <Button disabled={rows.length === 0} onClick={() => open(current)}>
          Edit…
        </Button>
        <span className={styles.quiet}>
          {total > rows.length
            ? `${count(total, 'code')}; the first ${most} are shown`
            : count(total, 'code')}
        </span>
      </div>
      <div className={styles.rest}>
        {rows.length === 0 ? (
          <EmptyState icon={<TextBulletListSquare48Regular />} title="No activity codes">
            {data.problem ?? 'The service shows no codes that match.'}
          </EmptyState>
        ) : (
          <RowGrid
            key={`${text} ${type} ${billable} ${withDeleted}`}
            label="Activity codes"
            columns={columns}
            count={rows.length}
            rowAt={(index) => rows[index]}
            heightAt={rowHeight}
            keyAt={(index) => rows[index]?.codeId ?? index}
            active={current}
            onActive={setActive}
            onOpen={open}
            openOn="double-click"
          />
        )}
      </div>
      <Freshness of={data} />
    </div>
  );
}
