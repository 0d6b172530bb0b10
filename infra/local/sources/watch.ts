import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { dirname, join, relative } from "node:path";

type Listeners = { changed: (file: string) => void; warn: (message: string) => void };

/** Watches folders and no files, because an editor may save by renaming another file onto the old one. */
export function watchFiles(root: string, paths: readonly string[], { changed, warn }: Listeners): () => void {
  const watchers = new Map<string, FSWatcher>();
  let warned = false;
  const isWanted = (file: string) => paths.some((path) => file === path || file.startsWith(`${path}/`));

  /** A folder may end at any moment. Any other failure leaves edits unseen, such as a limit of the system. */
  const attempt = (folder: string, act: () => void) => {
    try {
      act();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || warned) return;
      const limit = code === "ENOSPC" ? " Raise fs.inotify.max_user_watches." : "";
      warn(`Edits in ${folder} and maybe in other folders are not followed: ${message}.${limit}`);
      warned = true;
    }
  };
  const add = (folder: string) => {
    // Linux does not report the end of a watched folder, and its watcher does not see a new one of that name.
    watchers.get(folder)?.close();
    watchers.delete(folder);
    attempt(folder, () => {
      const watcher = watch(folder, (_, name) => {
        const path = join(folder, name ?? "");
        if (!isWanted(relative(root, path))) return;
        if (isFolder(path)) addAll(path, changed);
        else changed(relative(root, path));
      });
      watcher.on("error", () => watchers.delete(folder));
      watchers.set(folder, watcher);
    });
  };
  /** `found` gets the files that are there already. */
  const addAll = (folder: string, watchFile: (file: string) => void) => {
    add(folder);
    attempt(folder, () => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) addAll(path, watchFile);
        else watchFile(relative(root, path));
      }
    });
  };

  // The parent sees a path that is made anew.
  for (const folder of new Set(paths.map((path) => dirname(join(root, path))))) add(folder);
  for (const path of paths.map((path) => join(root, path))) if (isFolder(path)) addAll(path, () => {});
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
