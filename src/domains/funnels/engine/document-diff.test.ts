import { expect, it } from 'vitest';
import { FunnelDocument } from '../contract/document.ts';
import { diffDocuments } from './document-diff.ts';
import { blankBlock, startSplit } from './edit.ts';
import { FUNNEL_TEMPLATES } from './templates/index.ts';

const documentOf = (id: string) => FunnelDocument.parse(FUNNEL_TEMPLATES.find((one) => one.id === id)!.document);

it('finds nothing between a document and itself', () => {
  for (const { document } of FUNNEL_TEMPLATES) {
    const one = FunnelDocument.parse(document);
    expect(diffDocuments(one, structuredClone(one))).toEqual({ settings: [], steps: [] });
  }
});

it('names what was added, removed, moved, and changed', () => {
  const before = documentOf('consultant');
  const after = structuredClone(before);
  const [first] = after.steps;
  const [hero, ...rest] = first!.blocks;
  const last = rest.pop()!;
  if (hero?.type === 'hero') hero.heading = 'New headline';
  // The last block goes to the front, which moves it alone; the one behind the hero goes; a space comes.
  first!.blocks = [last, hero!, ...rest.slice(1), { ...blankBlock('divider') }];
  first!.name = 'Start';
  after.theme.mode = 'dark';
  const { settings, steps } = diffDocuments(before, after);
  expect(settings).toEqual(['theme']);
  expect(steps).toHaveLength(1);
  expect(steps[0]).toMatchObject({ step: 'Start', what: 'changed', settings: ['name'] });
  expect(steps[0]!.blocks.map(({ type, what }) => [type, what])).toEqual([
    [last.type, 'moved'],
    ['hero', 'changed'],
    ['divider', 'added'],
    [rest[0]!.type, 'removed'],
  ]);
});

it('sees steps that came, went, and changed places, and what a split test changes', () => {
  const before = documentOf('ecommerce-coach');
  const after = structuredClone(before);
  const [one, two, three, four] = after.steps;
  after.steps = [two!, one!, startSplit(four!)];
  expect(diffDocuments(before, after).steps.map(({ step, what, settings }) => [step, what, settings])).toEqual([
    ['Free guide', 'moved', []],
    ['Thank you', 'changed', ['split']],
    [three!.name, 'removed', []],
  ]);
  const tested = structuredClone(after);
  const [hero] = tested.steps[2]!.split!.blocks;
  if (hero?.type === 'hero') hero.heading = 'Thanks';
  expect(diffDocuments(after, tested).steps[0]!.blocks).toMatchObject([
    { type: 'hero', title: 'Thanks', isVariantB: true },
  ]);
});
