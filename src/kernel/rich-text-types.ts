/** The shapes of a text with formatting: a small part of ProseMirror's JSON, checked by `rich-text.ts`. */

export interface RichMark {
  type: 'bold' | 'italic' | 'strike' | 'code' | 'link';
  attrs?: { href?: string };
}

export interface RichNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichNode[];
  /** Of `text` nodes, never empty. */
  text?: string;
  marks?: RichMark[];
}

/** A whole text: blocks in order, at least one. */
export interface RichText {
  type: 'doc';
  content: RichNode[];
}
