import { type DragEvent, useState } from 'react';

/** Where dragged files would land, and how many there are (0 when that is not known before letting go). */
export interface DropTarget {
  /** The `data-drop` of the innermost element under the pointer that has one; null outside of them. */
  readonly on: string | null;
  readonly files: number;
}

interface DropZone {
  readonly target: DropTarget | null;
  readonly handlers: Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent<HTMLElement>) => void>;
}

/** Takes files dragged in from outside. Elements with `data-drop` inside the zone are places of their own. */
export function useDropZone(onFiles: (files: File[], on: string | null) => void): DropZone {
  const [target, setTarget] = useState<DropTarget | null>(null);
  return {
    target,
    handlers: {
      onDragOver(event) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const next = { on: placeUnder(event), files: filesIn(event) };
        setTarget((before) => (before?.on === next.on && before.files === next.files ? before : next));
      },
      onDragLeave(event) {
        const into = event.relatedTarget;
        if (!(into instanceof Node) || !event.currentTarget.contains(into)) setTarget(null);
      },
      onDrop(event) {
        setTarget(null);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files, placeUnder(event));
      },
    },
  };
}

/** A file let go beside a target must not make the window open it. */
export function refuseStrayDrops(target: Window): void {
  target.addEventListener('dragover', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
  target.addEventListener('drop', (event) => event.preventDefault());
}

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

const filesIn = (event: DragEvent) =>
  [...event.dataTransfer.items].filter((item) => item.kind === 'file').length;

function placeUnder(event: DragEvent): string | null {
  if (!(event.target instanceof Element)) return null;
  return event.target.closest<HTMLElement>('[data-drop]')?.dataset.drop ?? null;
}
