import { describe, expect, it } from 'vitest';
import type { RecordImport, ImportOptions } from '../../contract/imports.ts';
import { isSufficient } from '../../contract/import-targets.ts';
import { columnProblem, draftOf, serverColumnProblem, toMapping, withGuesses } from './mapping-draft.ts';

const options: ImportOptions = {
  matchOn: ['email'],
  onMatch: 'skip',
  update: 'fill',
  defaultCountry: 'US',
  dateOrder: 'ymd',
  decimal: 'point',
  ownerId: null,
  tags: [],
  source: '',
  ownerNames: {},
  pipelineId: null,
  currency: null,
};
const column = (index: number, target: string | null): RecordImport['columns'][number] => ({
  index,
  name: `c${index}`,
  samples: [],
  filled: 1,
  guess: { target, kind: 'text', by: 'header', label: `C${index}` },
});
const held = {
  columns: [column(0, 'firstName'), column(1, 'email'), column(2, null)],
  mapping: [
    { index: 1, target: 'email' },
    { index: 2, target: null, newField: { label: 'Size', kind: 'number' as const } },
  ],
  options,
  dialect: { encoding: 'utf-8' as const, bom: false, delimiter: ',', quote: '"', hasHeader: true },
};

describe('the mapping', () => {
  it('comes back to the server as it was read', () => {
    expect(toMapping(draftOf(held))).toEqual({
      columns: [{ index: 0, target: null }, ...held.mapping],
      options,
      hasHeader: true,
    });
  });
  it('takes the guesses again', () => {
    expect(withGuesses(draftOf(held), held.columns).columns.map(({ target }) => target)).toEqual([
      'firstName',
      'email',
      null,
    ]);
  });
});

describe('what is wrong with a column', () => {
  it('names both columns of one field, but lets lists have several', () => {
    const columns = ['title', 'title', 'email', 'email', null, null].map((target) => ({ target, newField: null }));
    expect(columns.map((_, index) => Boolean(columnProblem('contact', columns, index)))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
  it('knows fields of one’s own that are gone since it was kept', () => {
    const columns = ['custom:size', 'custom:gone', 'email'].map((target) => ({ target, newField: null }));
    const problems = (own?: Set<string>) => columns.map((_, index) => columnProblem('contact', columns, index, own));
    expect(problems(new Set(['size']))).toEqual([undefined, expect.stringContaining('deleted'), undefined]);
    expect(problems()).toEqual([undefined, undefined, undefined]);
  });
  it('wants a name for a new field', () => {
    expect(columnProblem('contact', [{ target: null, newField: { label: ' ', kind: 'text' } }], 0)).toContain('name');
  });
  it('finds the words of the server by the place of the column', () => {
    const errors = [
      { field: 'columns.11.target', message: 'eleven' },
      { field: 'columns.1.target', message: 'one' },
    ];
    expect([serverColumnProblem(errors, 1), serverColumnProblem(errors, 11), serverColumnProblem(errors, 2)]).toEqual([
      'one',
      'eleven',
      undefined,
    ]);
  });
});

it('needs something to know a record by', () => {
  const columns = (...targets: string[]) => targets.map((target) => ({ target, newField: null }));
  expect(isSufficient('contact', columns('company', 'city'))).toBe(false);
  expect(isSufficient('contact', columns('phone:mobile'))).toBe(true);
  expect(isSufficient('lead', columns('company'))).toBe(true);
  expect(isSufficient('opportunity', columns('amount', 'stage'))).toBe(false);
});
