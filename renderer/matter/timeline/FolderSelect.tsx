import { makeStyles, Select } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { Folder, FolderId } from '../../../shared/model/index.ts';
import { displayName } from '../../words/displayName.ts';
import { childrenOf, treeRows } from '../documents/folderTree.ts';

const useStyles = makeStyles({ select: { minWidth: '90px', maxWidth: 'clamp(110px, 15vw, 190px)' } });

interface FolderSelectProps {
  folders: readonly Folder[];
  value: FolderId | null;
  onChange: (folderId: FolderId | null) => void;
}

/** One folder of a matter with those in it, or all of them. */
export function FolderSelect({ folders, value, onChange }: FolderSelectProps) {
  const styles = useStyles();
  const rows = useMemo(() => treeRows(childrenOf(folders), new Map(), new Set()).slice(1), [folders]);
  if (rows.length === 0) return null;
  return (
    <Select
      size="small"
      className={styles.select}
      aria-label="Folder"
      value={value ?? ''}
      onChange={(_event, data) => onChange(rows.find(({ id }) => id === data.value)?.id ?? null)}
    >
      <option value="">All folders</option>
      {rows.map(({ id, name, level }) => (
        <option key={id} value={id ?? ''}>
          {'\u00A0'.repeat(2 * (level - 2))}
          {displayName(name)}
        </option>
      ))}
    </Select>
  );
}
