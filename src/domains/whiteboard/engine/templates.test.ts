import { describe, expect, it } from 'vitest';
import { updateWith } from './board-document.ts';
import { checkUpdate } from './check-update.ts';
import { orderKey, wrapText } from './shapes.ts';
import { TEMPLATE_IDS } from '../contract/template-names.ts';
import { templateElements } from './templates.ts';

interface Linked {
  id: string;
  type: string;
  x: number;
  y: number;
  width: number;
  height: number;
  index: string;
  containerId?: string | null;
  boundElements: { id: string }[];
  startBinding?: { elementId: string };
  endBinding?: { elementId: string };
}

describe.each(TEMPLATE_IDS)('the template %s', (template) => {
  const elements = templateElements(template) as unknown as Linked[];
  const byId = new Map(elements.map((element) => [element.id, element]));

  it('is a drawing that the server takes, in order', () => {
    expect(elements.length > 0).toBe(template !== 'blank');
    expect(byId.size).toBe(elements.length);
    const keys = elements.map(({ index }) => index);
    expect(keys).toEqual([...keys].sort());
    expect(checkUpdate(updateWith(elements as never))).toBeUndefined();
  });

  it('has texts inside their boxes, and arrows between boxes', () => {
    for (const { type, containerId, startBinding, endBinding, boundElements, x, width } of elements) {
      for (const { id } of boundElements) expect(byId.has(id)).toBe(true);
      if (type === 'arrow')
        expect([byId.has(startBinding!.elementId), byId.has(endBinding!.elementId)]).not.toContain(false);
      const box = containerId ? byId.get(containerId)! : undefined;
      if (box && box.type !== 'arrow') {
        expect(x).toBeGreaterThanOrEqual(box.x);
        expect(x + width).toBeLessThanOrEqual(box.x + box.width);
      }
    }
  });
});

it('order keys ascend over all lengths', () => {
  const keys = Array.from({ length: 5_000 }, (_, number) => orderKey(number));
  expect(keys).toEqual([...new Set(keys)].sort());
});

it('breaks texts between words', () => {
  expect(wrapText('Write the launch email', 20, 150)).toBe('Write the\nlaunch email');
  expect(wrapText('Incomprehensibilities', 20, 50)).toBe('Incomprehensibilities');
  expect(wrapText('one\ntwo', 20, 500)).toBe('one\ntwo');
});
