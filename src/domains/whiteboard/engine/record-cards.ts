/**
 * Cards of records on a board. The board itself holds only which record a card is for: its name is put in where it is
 * shown, for people who may see the record, and taken out before the board is stored.
 */
import type { BoardElement } from './board-document.ts';
import { Drawing, sizeOf, wrapText } from './shapes.ts';

export const CARD_KINDS = ['contact', 'company', 'opportunity'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

export interface RecordRef {
  kind: CardKind;
  id: string;
}

const NOUNS: Readonly<Record<CardKind, string>> = {
  contact: 'Contact',
  company: 'Company',
  opportunity: 'Opportunity',
};
const FILLS: Readonly<Record<CardKind, string>> = { contact: '#d0ebff', company: '#d3f9d8', opportunity: '#fff3bf' };
const SIZE = { width: 260, height: 90 };
const TEXT = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The record that an element belongs to. */
export function recordOf(element: Readonly<Record<string, unknown>>): RecordRef | undefined {
  const { record } = (element['customData'] ?? {}) as { record?: Partial<RecordRef> };
  if (!record || !CARD_KINDS.includes(record.kind as CardKind) || !UUID.test(String(record.id))) return undefined;
  return { kind: record.kind as CardKind, id: record.id! };
}

/** @param page where the record opens */
export function drawCard(record: RecordRef, page: string, prefix: string): BoardElement[] {
  const drawing = new Drawing(prefix);
  drawing.box({ x: 0, y: 0, ...SIZE }, NOUNS[record.kind], { fill: FILLS[record.kind] });
  return drawing.elements.map((element) => ({
    ...element,
    customData: { record },
    ...(element.type === 'rectangle' && { link: page }),
  }));
}

interface CardText extends BoardElement {
  text: string;
  originalText: string;
}

/** A card's text as it is stored: what kind of record it is. Other elements stay as they are. */
export function withoutName<T extends object>(element: T): T {
  const record = recordOf(element as Record<string, unknown>);
  if (!record || !('text' in element)) return element;
  return { ...element, text: NOUNS[record.kind], originalText: NOUNS[record.kind] };
}

/**
 * A card's text as it is shown. Other elements stay as they are.
 * @param name undefined while it is not known
 * @param box what the text stands in
 */
export function withName<T extends object>(
  element: T,
  name: string | undefined,
  box: Readonly<{ x: number; y: number; width: number; height: number }> | undefined,
): T {
  if (name === undefined || !recordOf(element as Record<string, unknown>) || !('text' in element)) return element;
  const card = element as unknown as CardText;
  const text = box ? wrapText(name, TEXT, box.width - 20) : name;
  const size = sizeOf(text, TEXT);
  return {
    ...element,
    text,
    originalText: name,
    ...size,
    x: box ? box.x + (box.width - size.width) / 2 : card.x,
    y: box ? box.y + (box.height - size.height) / 2 : card.y,
  };
}
