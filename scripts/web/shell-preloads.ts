/**
 * What the shell has loaded already need not be preloaded with every page: without it the list that stands in the first
 * load, of which page needs which files, is half as long.
 */
import type { Plugin, Rolldown } from 'vite';

/** Files that come with the entry, by their names in the bundle. */
function filesOfEntry(bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    chunk.imports.forEach(visit);
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName);
  return files;
}

/** The plugin that looks at the bundle, and the filter that Vite asks for each page. */
export function shellPreloads(): { plugin: Plugin; withoutShell: (fileName: string, files: string[]) => string[] } {
  let shell = new Set<string>();
  return {
    plugin: { name: 'shell-preloads', enforce: 'pre', generateBundle: { order: 'pre', handler: (_options, bundle) => void (shell = filesOfEntry(bundle)) } },
    withoutShell: (_fileName, files) => files.filter((file) => !shell.has(file)),
  };
}
