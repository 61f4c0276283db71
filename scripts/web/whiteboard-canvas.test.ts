import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { editCanvas } from './whiteboard-canvas.ts';

const PACKAGE = join(import.meta.dirname, '../../node_modules/@excalidraw/excalidraw/dist/prod');

it('the canvas asks no public address for fonts, starts no worker, and offers no tool of another service', () => {
  const files = globSync('*.js', { cwd: PACKAGE }).map((file) => editCanvas(readFileSync(join(PACKAGE, file), 'utf8')));
  expect([...new Set(files.flatMap(({ made }) => [...made]))].sort()).toEqual([
    'a name of the zoom that its text contradicts',
    'fonts of a public CDN',
    'the address of the CDN',
    'the dialog for Mermaid',
    'the font worker',
    'the heading of the tools below',
    'the missing name of the menu',
    'the tool that embeds other sites',
  ]);
  const code = files.map((file) => file.code).join('');
  for (const gone of ['esm.sh', 'children:g("toolBar.embeddable")', 'children:g("toolBar.mermaidToExcalidraw")'])
    expect(code).not.toContain(gone);
});
