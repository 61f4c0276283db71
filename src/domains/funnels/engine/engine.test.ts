import { describe, expect, it } from 'vitest';
import type { FunnelField } from '../contract/document.ts';
import { blankBlock, copyBlock, moveInList, setInBlock } from './edit.ts';
import { checkForm, shownFields } from './form-state.ts';
import { h, toHtml } from './node.ts';
import { fillAll, fillVariables, unknownVariable } from './variables.ts';

const field = (id: string, more: Partial<FunnelField> = {}): FunnelField => ({
  id,
  kind: 'text',
  label: id,
  required: false,
  options: [],
  page: false,
  when: null,
  ...more,
});

describe('variables', () => {
  it('take their value, else their fallback, else nothing', () => {
    expect(fillVariables('Hi {{ contact.first_name | there }}!', { 'contact.first_name': 'Ada' })).toBe('Hi Ada!');
    expect(fillVariables('Hi {{contact.first_name|there}}!', {})).toBe('Hi there!');
    expect(fillVariables('Hi {{contact.first_name}}!', {})).toBe('Hi !');
    expect(fillVariables('{{constructor}}', {})).toBe('');
  });
  it('do not fill what came from a visitor a second time', () => {
    expect(fillVariables('{{utm.campaign}}', { 'utm.campaign': '{{contact.email}}' })).toBe('{{contact.email}}');
  });
  it('are filled in every text of a value', () => {
    expect(fillAll({ a: ['{{utm.source}}', 1], b: null }, { 'utm.source': 'x' })).toEqual({ a: ['x', 1], b: null });
  });
  it('are known by name', () => {
    expect(unknownVariable('{{contact.email}} {{contact.salary}}')).toBe('contact.salary');
    expect(unknownVariable('{{utm.term|}}')).toBeUndefined();
  });
});

describe('a form', () => {
  const fields = [
    field('more', { kind: 'choice', options: ['yes', 'no'] }),
    field('what', { required: true, when: { field: 'more', is: 'yes' } }),
    field('why', { required: true, when: { field: 'what', is: 'this' } }),
  ];
  it('shows a field only after the answer that it hangs on, through every level', () => {
    const shown = (answers: Record<string, string>) => shownFields(fields, answers).map(({ id }) => id);
    expect(shown({})).toEqual(['more']);
    expect(shown({ more: 'yes' })).toEqual(['more', 'what']);
    expect(shown({ more: 'yes', what: 'this' })).toEqual(['more', 'what', 'why']);
    expect(shown({ more: 'no', what: 'this' })).toEqual(['more']);
  });
  it('ignores answers to hidden fields, and asks for those that are shown', () => {
    expect(checkForm(fields, { more: 'no', what: 'secret' })).toEqual({
      lead: {},
      questions: [{ label: 'more', answer: 'no' }],
      problems: {},
    });
    expect(checkForm(fields, { more: 'yes', what: ' ' }).problems).toEqual({ what: 'what is required.' });
    expect(checkForm(fields, { more: 'perhaps' }).problems).toEqual({ more: 'Choose one of the options.' });
  });
});

describe('a document', () => {
  it('is not changed by an edit of a copy', () => {
    const block = blankBlock('features');
    const before = structuredClone(block);
    const next = setInBlock(block, ['items', 1, 'title'], 'New');
    expect(block).toEqual(before);
    expect(next).toMatchObject({ items: [{}, { title: 'New' }, {}] });
  });
  it('gives a copied form keys of its own, and keeps its conditions', () => {
    const block = blankBlock('form');
    if (block.type !== 'form') throw new Error('not a form');
    const [first, second] = block.fields;
    const fields = [first!, { ...second!, when: { field: first!.id, is: 'x' } }];
    const copy = copyBlock({ ...block, fields });
    expect(copy.id).not.toBe(block.id);
    expect(copy).toMatchObject({ fields: [{}, { when: { is: 'x' } }] });
    if (copy.type === 'form') expect(copy.fields[1]!.when!.field).toBe(copy.fields[0]!.id);
  });
  it('moves blocks only to places that exist', () => {
    expect(moveInList(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveInList(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveInList(['a', 'b'], 0, 2)).toEqual(['a', 'b']);
    expect(moveInList(['a', 'b'], -1, 0)).toEqual(['a', 'b']);
  });
});

it('text never becomes markup', () => {
  expect(toHtml(h('p', { title: '"><script>' }, '<b>&', null, h('br', null)))).toBe(
    '<p title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;<br></p>',
  );
});
