import { expect, it } from 'vitest';
import { updateWith } from './board-document.ts';
import { checkUpdate } from './check-update.ts';
import { drawCard, recordOf, withName, withoutName } from './record-cards.ts';

const RECORD = { kind: 'contact', id: '01a21bfc-378d-71a8-800b-7326bf8d147f' } as const;

it('a card holds which record it is for, and never its name', () => {
  const [box, text] = drawCard(RECORD, `/contacts/${RECORD.id}`, 'card') as [never, never];
  expect([recordOf(box), recordOf(text), (box as { link: string }).link]).toEqual([
    RECORD,
    RECORD,
    `/contacts/${RECORD.id}`,
  ]);
  const shown = withName(text as { text: string; x: number; width: number }, 'Ada Lovelace-Byron of Ockham', box);
  expect(shown).toMatchObject({ originalText: 'Ada Lovelace-Byron of Ockham' });
  expect(shown.text.replace('\n', ' ')).toBe('Ada Lovelace-Byron of Ockham');
  expect(shown.x + shown.width / 2).toBeCloseTo(130);
  expect(JSON.stringify(withoutName(shown))).not.toContain('Ada');
  expect(checkUpdate(updateWith([box, text]))).toBeUndefined();
});

it('other elements stay as they are, whatever they hold', () => {
  for (const customData of [
    undefined,
    null,
    {},
    { record: null },
    { record: { kind: 'contact', id: 'x' } },
    { record: { ...RECORD, kind: 'user' } },
  ]) {
    const element = { type: 'text', text: 'Words', customData };
    expect([withName(element, 'Name', undefined), withoutName(element)]).toEqual([element, element]);
  }
});
