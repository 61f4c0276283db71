/**
 * Elements of a drawing made by code: templates, sample data, diagrams from text. Texts are measured
 * roughly and rather wide: the canvas measures them exactly once somebody edits them.
 */
import type { BoardElement } from './board-document.ts';

/** Width of an average letter, and height of a line, as shares of the font size. */
const LETTER = 0.6;
const LINE = 1.25;
const INK = '#1e1e1e';
/** Share of a shape's width that a text may take. */
const ROOM = { rectangle: 1, ellipse: 0.7, diamond: 0.5 } as const;

export interface TextStyle {
  size?: number;
  color?: string;
}

export interface BoxStyle extends TextStyle {
  kind?: 'rectangle' | 'diamond' | 'ellipse';
  fill?: string;
  stroke?: string;
  rounded?: boolean;
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Elements of one drawing, with ids and an order of their own. */
export class Drawing {
  readonly elements: BoardElement[] = [];
  readonly #prefix: string;

  /** @param prefix begins all ids; two drawings on one board need two */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** A box with a text in its middle. @returns its id, for arrows */
  box(place: Place, text = '', { kind = 'rectangle', fill, stroke = INK, rounded = true, ...style }: BoxStyle = {}) {
    const id = this.#nextId();
    const textId = text ? this.#nextId(1) : undefined;
    this.#add(id, kind, place, {
      strokeColor: stroke,
      backgroundColor: fill ?? 'transparent',
      roundness: rounded && kind !== 'ellipse' ? { type: 3 } : null,
      boundElements: textId ? [{ id: textId, type: 'text' }] : [],
    });
    if (textId) {
      const wrapped = wrapText(text, style.size ?? 20, (place.width - 20) * ROOM[kind]);
      const { width, height } = sizeOf(wrapped, style.size ?? 20);
      const [x, y] = [place.x + (place.width - width) / 2, place.y + (place.height - height) / 2];
      this.#add(
        textId,
        'text',
        { x, y, width, height },
        { ...textFields(wrapped, style, 'center'), originalText: text, containerId: id },
      );
    }
    return id;
  }

  /** A text that stands by itself. */
  text(x: number, y: number, text: string, style: TextStyle = {}): string {
    const id = this.#nextId();
    this.#add(id, 'text', { x, y, ...sizeOf(text, style.size ?? 20) }, textFields(text, style, 'left'));
    return id;
  }

  frame(place: Place, name: string): string {
    const id = this.#nextId();
    this.#add(id, 'frame', place, { name, strokeColor: '#bbb', strokeWidth: 2, roughness: 0 });
    return id;
  }

  /** An arrow from the edge of one box to the edge of another. */
  arrow(from: string, to: string, label = ''): string {
    const [start, end] = [this.#of(from), this.#of(to)];
    const [fromPoint, toPoint] = [edgeToward(start, centerOf(end)), edgeToward(end, centerOf(start))];
    const [width, height] = [toPoint[0] - fromPoint[0], toPoint[1] - fromPoint[1]];
    const id = this.#nextId();
    const textId = label ? this.#nextId(1) : undefined;
    this.#add(
      id,
      'arrow',
      { x: fromPoint[0], y: fromPoint[1], width: Math.abs(width), height: Math.abs(height) },
      {
        points: [
          [0, 0],
          [width, height],
        ],
        lastCommittedPoint: null,
        startBinding: { elementId: from, focus: 0, gap: 4 },
        endBinding: { elementId: to, focus: 0, gap: 4 },
        startArrowhead: null,
        endArrowhead: 'arrow',
        elbowed: false,
        roundness: { type: 2 },
        boundElements: textId ? [{ id: textId, type: 'text' }] : [],
      },
    );
    for (const box of [start, end]) (box['boundElements'] as object[]).push({ id, type: 'arrow' });
    if (textId) {
      const size = sizeOf(label, 16);
      const x = fromPoint[0] + width / 2 - size.width / 2;
      const y = fromPoint[1] + height / 2 - size.height / 2;
      this.#add(textId, 'text', { x, y, ...size }, { ...textFields(label, { size: 16 }, 'center'), containerId: id });
    }
    return id;
  }

  #nextId(ahead = 0): string {
    return `${this.#prefix}-${this.elements.length + ahead}`;
  }

  #of(id: string): BoardElement & Place {
    return this.elements.find((element) => element.id === id) as BoardElement & Place;
  }

  #add(id: string, type: string, place: Place, fields: Record<string, unknown>): void {
    const number = this.elements.length;
    this.elements.push({
      id,
      type,
      ...place,
      angle: 0,
      strokeColor: INK,
      backgroundColor: 'transparent',
      fillStyle: 'solid',
      strokeWidth: 2,
      strokeStyle: 'solid',
      roughness: 1,
      opacity: 100,
      groupIds: [],
      frameId: null,
      index: orderKey(number),
      roundness: null,
      seed: 1 + number * 7919,
      version: 1,
      versionNonce: 1 + number * 104_729,
      isDeleted: false,
      boundElements: [],
      updated: 1,
      link: null,
      locked: false,
      ...fields,
    });
  }
}

/** Keys in ascending order, as fractional indexing has them: `a0` … `az`, `b00` … `bzz`. */
export function orderKey(number: number): string {
  const digit = (value: number) => '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[value]!;
  if (number < 62) return `a${digit(number)}`;
  const rest = number - 62;
  if (rest < 62 ** 2) return `b${digit(Math.floor(rest / 62))}${digit(rest % 62)}`;
  const more = rest - 62 ** 2;
  return `c${digit(Math.floor(more / 62 ** 2) % 62)}${digit(Math.floor(more / 62) % 62)}${digit(more % 62)}`;
}

/** Breaks a text between words so that its lines fit. A longer word stays whole. */
export function wrapText(text: string, size: number, within: number): string {
  const most = Math.max(1, Math.floor(within / (size * LETTER)));
  return text
    .split('\n')
    .flatMap((line) => {
      const lines = [''];
      for (const word of line.split(' ')) {
        const last = lines.at(-1)!;
        if (last !== '' && last.length + 1 + word.length > most) lines.push(word);
        else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
      }
      return lines;
    })
    .join('\n');
}

/** Rough size of a text that is broken into lines. */
export function sizeOf(text: string, size: number): { width: number; height: number } {
  const lines = text.split('\n');
  return {
    width: Math.max(1, ...lines.map(({ length }) => length)) * size * LETTER,
    height: lines.length * size * LINE,
  };
}

function textFields(text: string, { size = 20, color = INK }: TextStyle, align: 'left' | 'center') {
  return {
    text,
    originalText: text,
    fontSize: size,
    fontFamily: 5,
    textAlign: align,
    verticalAlign: align === 'center' ? 'middle' : 'top',
    containerId: null,
    autoResize: true,
    lineHeight: LINE,
    strokeColor: color,
  };
}

const centerOf = ({ x, y, width, height }: Place): [number, number] => [x + width / 2, y + height / 2];

/** Where the line from the middle of a box to a point leaves the box, and a little farther. */
function edgeToward(place: Place, [toX, toY]: [number, number]): [number, number] {
  const [x, y] = centerOf(place);
  const [dx, dy] = [toX - x, toY - y];
  if (dx === 0 && dy === 0) return [x, y];
  const share = Math.min(
    dx === 0 ? Infinity : place.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : place.height / 2 / Math.abs(dy),
  );
  const length = Math.hypot(dx, dy);
  return [x + dx * share + (dx / length) * 4, y + dy * share + (dy / length) * 4];
}
