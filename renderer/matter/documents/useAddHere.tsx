import { type ReactNode, useRef, useState } from 'react';
import type { FolderId, MatterId } from '../../../shared/model/index.ts';
import { MakeFolderDialog } from './MakeFolderDialog.tsx';
import { useAddDocuments } from './useAddDocuments.ts';

interface AddHere {
  add: (files: File[], folderId: FolderId | null) => void;
  /** Lets the person choose files to add. */
  choose: (folderId: FolderId | null) => void;
  /** What it needs on the screen. */
  readonly parts: ReactNode;
}

/** Adds documents to a matter; one that has no folder is given one first, if the person wants it. */
export function useAddHere(
  matterId: MatterId,
  linked: boolean,
  nameOf: (folderId: FolderId | null) => string,
): AddHere {
  const addDocuments = useAddDocuments();
  const chooser = useRef<HTMLInputElement>(null);
  const chosenFor = useRef<FolderId | null>(null);
  const [waiting, setWaiting] = useState<{ files: File[]; folderId: FolderId | null } | null>(null);
  const addTo = (files: File[], folderId: FolderId | null) =>
    addDocuments(files, { matterId, folderId, folderName: nameOf(folderId) });
  const add = (files: File[], folderId: FolderId | null) => {
    if (linked) addTo(files, folderId);
    else setWaiting({ files, folderId });
  };
  return {
    add,
    choose(folderId) {
      chosenFor.current = folderId;
      chooser.current?.click();
    },
    parts: (
      <>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Documents to add"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = '';
            if (files.length > 0) add(files, chosenFor.current);
          }}
        />
        {waiting ? (
          <MakeFolderDialog
            matterId={matterId}
            documents={waiting.files.length}
            onLinked={() => {
              setWaiting(null);
              addTo(waiting.files, waiting.folderId);
            }}
            onClose={() => setWaiting(null)}
          />
        ) : null}
      </>
    ),
  };
}
