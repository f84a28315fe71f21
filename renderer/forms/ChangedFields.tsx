import { makeStyles, tokens } from '@fluentui/react-components';
import { displayName } from '../words/displayName.ts';
import { fieldWords } from './fieldWords.ts';

const useStyles = makeStyles({
  table: { borderCollapse: 'collapse', width: '100%', tableLayout: 'fixed', margin: '4px 0' },
  cell: {
    padding: '4px 8px 4px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

interface ChangedFieldsProps {
  label: string;
  titles: readonly string[];
  changed: readonly { readonly field: string; readonly values: readonly string[] }[];
}

/** Fields of a record, with what they were, are and shall be. */
export function ChangedFields({ label, titles, changed }: ChangedFieldsProps) {
  const styles = useStyles();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {['Field', ...titles].map((title) => (
            <th key={title} scope="col" className={styles.cell}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changed.map(({ field, values }) => (
          <tr key={field}>
            <th scope="row" className={styles.cell}>
              {displayName(fieldWords(field))}
            </th>
            {values.map((value, index) => (
              <td key={String(index)} className={styles.cell}>
                {displayName(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
