import { expect, it } from 'vitest';
import { arrayOf, rowArrays, type RowColumn } from './column-arrays.ts';

it('writes texts as a literal of PostgreSQL', () => {
  expect(arrayOf(['a', null, 'b "c"', String.raw`d\e`, ''])).toBe(String.raw`{"a",null,"b \"c\"","d\\e",""}`);
  // Characters that JSON escapes as \n or \u0001 are literal in the array.
  expect(arrayOf(['one\ntwo', 'tab\t"x"', String.raw`back\slash`, '\u0001', null])).toBe(
    `{"one\ntwo","tab\t\\"x\\"","back\\\\slash","\u0001",null}`,
  );
  expect(arrayOf([String.raw`ends in \n`])).toBe(String.raw`{"ends in \\n"}`);
});

it('sends the columns that say something', () => {
  const { from, of, values } = rowArrays(
    [
      { id: '1', name: 'Ada', tags: ['x, y'], about: '' },
      { id: '2', name: '', tags: [], about: '' },
    ],
    [
      { name: 'id', type: 'uuid', value: ({ id }) => id },
      { name: 'name', type: 'text', value: ({ name }) => name },
      { name: 'tags', type: 'text[]', value: ({ tags }) => tags },
      { name: 'about', type: 'text', value: ({ about }) => about },
    ],
    2,
  );
  expect(from).toBe('unnest($3::uuid[], $4::text[], $5::text[]) as r(id, name, tags)');
  expect(['id', 'name', 'tags', 'about'].map(of)).toEqual([
    'r.id',
    `coalesce(r.name, '')`,
    `coalesce(r.tags::text[], '{}'::text[])`,
    `''`,
  ]);
  expect(values).toEqual(['{"1","2"}', '{"Ada",null}', String.raw`{"{\"x, y\"}",null}`]);
});

it('sends once what is the same in all rows, but for the column that says how many they are', () => {
  const rows = [
    { id: '1', tags: ['a'], at: '2026-01-02', note: '' },
    { id: '1', tags: ['a'], at: '2026-01-02', note: 'x' },
  ];
  const { from, of, values } = rowArrays(
    rows,
    [
      { name: 'id', type: 'uuid', value: ({ id }) => id },
      { name: 'tags', type: 'text[]', value: ({ tags }) => tags },
      { name: 'at', type: 'timestamptz', value: ({ at }) => at },
      { name: 'note', type: 'text', value: ({ note }) => note },
    ],
    0,
  );
  expect(from).toBe('unnest($1::uuid[], $4::text[]) as r(id, note)');
  expect(['id', 'tags', 'at', 'note'].map(of)).toEqual([
    'r.id',
    '$2::text[]',
    '$3::timestamptz',
    `coalesce(r.note, '')`,
  ]);
  expect(values).toEqual(['{"1","1"}', '{"a"}', '2026-01-02', '{null,"x"}']);
});

it('takes nothing for blank that is not', () => {
  const columns: RowColumn<{ value: unknown }>[] = [{ name: 'v', type: 'jsonb', value: ({ value }) => value }];
  expect(rowArrays([{ value: 0 }, { value: false }, { value: { n: 1 } }, { value: {} }], columns, 0).values).toEqual([
    '{"0","false","{\\"n\\":1}",null}',
  ]);
  const days: RowColumn<{ value: unknown }>[] = [{ name: 'at', type: 'timestamptz', value: ({ value }) => value }];
  expect(rowArrays([{ value: new Date('2026-01-02T03:04:05Z') }], days, 0).values).toEqual([
    '{"2026-01-02T03:04:05.000Z"}',
  ]);
});
