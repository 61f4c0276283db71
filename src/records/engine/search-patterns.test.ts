import { expect, it } from 'vitest';
import { rankSql, searchWords } from './search-patterns.ts';

it('takes the address of a site for its host, and leaves that of a page as it is', () => {
  const patterns = (text: string) => searchWords(text)?.patterns;
  expect(patterns('https://www.Calder.example/')).toEqual(['%calder.example%']);
  expect(patterns('http://calder.example')).toEqual(['%calder.example%']);
  expect(patterns('www.calder.example')).toEqual(['%calder.example%']);
  expect(patterns('https://profiles.example/in/ada')).toEqual(['%https://profiles.example/in/ada%']);
  expect(patterns('calder.example')).toEqual(['%calder.example%']);
  expect(patterns('ada@calder.example')).toEqual(['%ada@calder.example%']);
});

it('finds numbers however they are parted, and short words at the beginning of one', () => {
  expect(searchWords('+49 (30) 123-456')).toEqual({ words: [], patterns: ['%4930123456%'] });
  expect(searchWords('Al Ada')).toEqual({ words: ['ada'], patterns: ['% al%', '%ada%'] });
});

it('finds a name by any apostrophe, and by what stands before it', () => {
  for (const typed of ["O'Connor", 'O’Connor', 'Oʼconnor'])
    expect(searchWords(typed)).toEqual({ words: ['connor'], patterns: ['% o%', '%connor%'] });
  expect(searchWords("Macy's")).toEqual({ words: ['macy'], patterns: ['%macy%'] });
  expect(searchWords("rock'n’roll")?.patterns).toEqual(['%rock%', '%roll%']);
  expect(searchWords("'t")?.patterns).toEqual(["% 't%"]);
});

it('finds two characters of a script without spaces in the middle of a name', () => {
  expect(searchWords('山田')?.patterns).toEqual(['%山田%']);
  expect(searchWords('カナ')?.patterns).toEqual(['%カナ%']);
  expect(searchWords('de')?.patterns).toEqual(['% de%']);
});

it('ranks by names only what stands safely in a statement', () => {
  expect(rankSql('Ferr', 'name_key')).toContain("starts_with(name_key, 'ferr')");
  for (const text of ["o'connor", '50%', 'a_b', '\\', '123', '  ', 'x'.repeat(70)])
    expect(rankSql(text, 'name_key')).toBeUndefined();
});
