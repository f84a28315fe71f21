import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentRow, FileId, FolderId } from '../../../shared/model/index.ts';
import { documentsOf, hashOf, type MatterPlace, placeOf } from '../../place/place.ts';
import { turnTo } from '../../place/usePlace.ts';
import { nothingSelected, onlySelected, type Selection } from '../../widgets/selection.ts';

type DocumentsPlace = Extract<MatterPlace, { tab: 'documents' }>;

/** How long the keyboard has to stay on a document before the place says so, in milliseconds. */
const settles = 300;

interface DocumentPlace {
  readonly folderId: FolderId | null;
  readonly selection: Selection<FileId>;
  openFolder: (folderId: FolderId | null) => void;
  select: (selection: Selection<FileId>) => void;
}

/** The open folder and what is selected in it: as the window's place says on arrival, which follows from then on. */
export function useDocumentPlace(place: DocumentsPlace, documents: readonly DocumentRow[]): DocumentPlace {
  const [seen, setSeen] = useState('');
  /** The place this list itself has told the window last. */
  const [told, setTold] = useState('');
  const [folderId, setFolderId] = useState<FolderId | null>(null);
  const [selection, setSelection] = useState<Selection<FileId>>(nothingSelected);
  const arrived = hashOf(place);
  if (seen !== arrived) {
    setSeen(arrived);
    if (told !== arrived) {
      const row = documents.find(({ fileId }) => fileId === place.fileId);
      setFolderId(row ? row.folderId : place.folderId);
      setSelection(row ? onlySelected(row.fileId) : nothingSelected);
    }
  }

  const { matterId } = place;
  const { active } = selection;
  useEffect(() => {
    const here = documentsOf(matterId, folderId, active);
    const hash = hashOf(here);
    if (hash === window.location.hash) return undefined;
    const timer = setTimeout(() => {
      // The person is on the way to another place, which the window has not heard of yet.
      if (hashOf(placeOf(window.location.hash)) !== arrived) return;
      flushSync(() => setTold(hash));
      turnTo(here);
    }, settles);
    return () => clearTimeout(timer);
  }, [matterId, folderId, active, arrived]);

  return {
    folderId,
    selection,
    openFolder(wanted) {
      setFolderId(wanted);
      setSelection(nothingSelected);
    },
    select: setSelection,
  };
}
