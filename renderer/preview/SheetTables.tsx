import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Sheet } from '../../shared/model/index.ts';
import { Scrollable } from '../widgets/Scrollable.tsx';
import { Tabs } from '../widgets/Tabs.tsx';
import { count } from '../words/count.ts';
import { displayName, documentText } from '../words/displayName.ts';

const useStyles = makeStyles({
  sheets: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  tabs: { '& [role=tablist]': { flexWrap: 'wrap' } },
  scroller: { overflowX: 'auto' },
  table: {
    borderCollapse: 'collapse',
    fontSize: tokens.fontSizeBase200,
    '& td, & th': {
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      padding: '3px 8px',
      textAlign: 'left',
      verticalAlign: 'top',
      overflowWrap: 'break-word',
      minWidth: '3ch',
      maxWidth: '40ch',
    },
    '& th': { color: tokens.colorNeutralForeground3, backgroundColor: tokens.colorNeutralBackground3 },
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** The sheets of a workbook, one at a time. */
export function SheetTables({ sheets }: { sheets: readonly Sheet[] }) {
  const styles = useStyles();
  const [at, setAt] = useState(0);
  const sheet = sheets[at];
  if (!sheet) return <p>There is no sheet in it.</p>;
  const label = `Sheet ${displayName(sheet.name)}`;
  const tabs = sheets.map(({ name }, index) => ({ value: String(index), label: displayName(name) }));
  const table = (
    <Scrollable label={label} className={styles.scroller}>
      {sheet.rows.length === 0 ? <p>Nothing is in it.</p> : <SheetTable sheet={sheet} />}
    </Scrollable>
  );
  const shownColumns = sheet.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const isCut = sheet.rowsInAll > sheet.rows.length || sheet.columnsInAll > shownColumns;
  return (
    <div className={styles.sheets}>
      {sheets.length > 1 ? (
        <>
          <div className={styles.tabs}>
            <Tabs label="Sheets" tabs={tabs} selected={String(at)} onSelect={(to) => setAt(Number(to))} />
          </div>
          <div role="tabpanel" aria-label={label}>
            {table}
          </div>
        </>
      ) : (
        table
      )}
      {isCut ? (
        <Text className={styles.quiet}>
          {count(sheet.rows.length, 'row')} of {sheet.rowsInAll}, {count(shownColumns, 'column')} of{' '}
          {sheet.columnsInAll}.
        </Text>
      ) : null}
    </div>
  );
}

function SheetTable({ sheet: { rows } }: { sheet: Sheet }) {
  const styles = useStyles();
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const letters = Array.from({ length: columns }, (_, index) => columnLetters(index));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the corner of the table */}
          <td />
          {letters.map((letter) => (
            <th key={letter} scope="col">
              {letter}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its number is what a row is called
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            {letters.map((letter, column) => (
              <td key={letter}>{documentText(row[column] ?? '')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A, B, … Z, AA, AB, … */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
