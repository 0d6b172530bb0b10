import { existsSync, type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Calls `changed` with the path of each file that is saved below these folders, or is one of these files. It
 * watches folders and no files, because an editor may save by renaming another file onto the old one.
 */
export function watchFiles(
  root: string,
  paths: readonly string[],
  changed: (file: string) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const isOurs = (file: string) => paths.some((path) => file === path || file.startsWith(`${path}/`));

  const add = (folder: string) => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      const path = join(folder, name ?? "");
      if (!isOurs(relative(root, path))) return;
      if (isFolder(path)) addAll(path);
      else changed(relative(root, path));
    });
    // A folder that is deleted.
    watcher.on("error", () => watchers.delete(folder));
    watchers.set(folder, watcher);
  };
  const addAll = (folder: string) => {
    add(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) addAll(path);
    }
  };

  for (const path of paths.map((path) => join(root, path)).filter((path) => existsSync(path)))
    if (isFolder(path)) addAll(path);
    else add(dirname(path));
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
