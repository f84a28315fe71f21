import { basename, dirname, join } from 'node:path/posix';
import type { Evidence } from './evidence.ts';
import { isNamedFor } from './names-everywhere.ts';

/** Which directories stand for which folders of the service, by the directory's number, as it was first claimed and proved to be. */
export class Directories {
  readonly #folders = new Map<number, string>();
  /** Names that the directories of each folder had. */
  readonly #names = new Map<string, Set<string>>();

  /** The folder that a document in this directory is in: of the nearest directory that stands for one; null for the matter's. */
  nearest(
    { disk, service }: Evidence,
    directory: string,
    matter: { id: string; folder: string },
  ): string | null {
    for (let path = directory; path.length > matter.folder.length; path = dirname(path)) {
      const folder = this.#folders.get(disk.directories.get(path) ?? 0);
      // Moved to another matter, it stands for nothing there.
      if (folder !== undefined && service.folders.get(folder)?.matterId === matter.id) return folder;
    }
    return null;
  }

  /** What is claimed and cannot be: a directory stands for a folder of its name, and for no other as long as it is there. */
  broken({ rows, disk, service, matters, journal }: Evidence): readonly string[] {
    const there = new Map([...disk.directories].map(([path, inode]) => [inode, path]));
    return rows.folders.flatMap(({ matterId, folderId, inode, path }) => {
      const number = Number(inode.replace('sim:d', ''));
      const standsAt = there.get(number);
      const known = this.#folders.get(number);
      const root = matters.find(({ id }) => id === matterId)?.folder ?? '';
      if (!join(root, path).startsWith(`${root}/`))
        return [`${join(root, path)} stands for ${folderId} and is not in ${root}`];
      // Gone, or moved to another matter: whoever is asked has not noticed yet.
      if (!standsAt?.startsWith(`${root}/`)) return [];
      const names = new Set([basename(path), ...(journal.directoryNames.get(number) ?? [])]);
      if (known === undefined) {
        const folder = service.folders.get(folderId);
        // One that the person made again under the name that the former had is that folder.
        const isNamed = [...names].some(
          (name) => folder && (isNamedFor(name, folder.names) || this.#names.get(folderId)?.has(name)),
        );
        if (!isNamed || folder?.matterId !== matterId)
          return [`${standsAt} stands for ${folder?.names.join(', ')} (${folderId})`];
        this.#folders.set(number, folderId);
      } else if (known !== folderId) return [`${standsAt} stands for ${folderId} and stood for ${known}`];
      this.#names.set(folderId, new Set([...(this.#names.get(folderId) ?? []), ...names]));
      return [];
    });
  }

  /** The engine renames a directory only after its folder, and never one that the person named. */
  renamed({ disk, service, journal }: Evidence): readonly string[] {
    return disk.renamedDirectories.flatMap(({ from, to, inode }) => {
      const folder = service.folders.get(this.#folders.get(inode) ?? '');
      if (!folder) return [`${from} was renamed to ${to} and stands for no folder`];
      if (dirname(from) !== dirname(to)) return [`${from} was moved to ${to}`];
      const isNamed = isNamedFor(basename(to), folder.names);
      // Unless the folder is called as the person called the directory.
      const isTheirs =
        journal.directoryNames.get(inode)?.has(basename(from)) && !isNamedFor(basename(from), folder.names);
      return isNamed && !isTheirs
        ? []
        : [`${from} was renamed to ${to}, and its folder is called ${folder.names.join(', ')}`];
    });
  }
}
