/** Files of a folder or a drop, with the names under which they are stored. */

const READABLE = /\.(?:pdf|docx|xlsx|pptx|html?|md|csv|tsv|txt|eml|png|jpe?g|webp)$/i;
/** Files that one folder brings. */
const MOST = 10_000;

export interface ChosenFiles {
  files: File[];
  /** Names of those that can’t be read. */
  skipped: string[];
}

/** The folder's own name is left out; folders beneath it stay in the name, so that equal names do not collide. */
export function nameInFolder(path: string): string {
  const parts = path.split('/').filter(Boolean);
  return (parts.length > 1 ? parts.slice(1) : parts).join(' - ');
}

/** Files of a chosen folder; hidden ones and those of other kinds are skipped. */
export function fromFolder(files: readonly { file: File; path: string }[]): ChosenFiles {
  const shown = files.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.'))).slice(0, MOST);
  return {
    files: shown
      .filter(({ file }) => READABLE.test(file.name))
      .map(({ file, path }) => new File([file], nameInFolder(path), { type: file.type })),
    skipped: shown.filter(({ file }) => !READABLE.test(file.name)).map(({ file }) => file.name),
  };
}

/** What was dropped: files as they are, folders with everything in them. */
export async function fromDrop({ items, files }: DataTransfer): Promise<ChosenFiles> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return { files: [...files], skipped: [] };
  const found: { file: File; path: string }[] = [];
  for (const entry of entries) await walk(entry, found);
  return fromFolder(found);
}

async function walk(entry: FileSystemEntry, found: { file: File; path: string }[]): Promise<void> {
  if (found.length >= MOST) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    found.push({ file, path: entry.fullPath });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives a hundred entries at a time, then none.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const one of some) await walk(one, found);
  }
}
