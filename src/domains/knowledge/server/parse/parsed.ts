import type { Section } from '../../engine/passages.ts';

/** A document as its parser found it. */
export interface Parsed {
  /** What the document calls itself; blank where it does not say. */
  title: string;
  sections: Section[];
  /** Pages or slides; null where there are none. */
  pages: number | null;
  /** Pages without text of their own, from 1: OCR may read them. */
  unread?: number[];
}
