/** Stands in for Mermaid's renderer, which Excalidraw asks when text is pasted: the text stays text. */
export function parseMermaidToExcalidraw(): never {
  throw new Error('Diagrams are not read from pasted text.');
}
