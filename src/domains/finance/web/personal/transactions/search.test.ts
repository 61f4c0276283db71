import { describe, expect, it } from 'vitest';
import { parseTransactionSearch, writeTransactionSearch } from './search.ts';

describe('the address of the list', () => {
  it('is read back as it was written, and takes nothing from strangers', () => {
    const search = parseTransactionSearch({
      q: 'market',
      category: 'none',
      direction: 'out',
      trash: '1',
      account: 'x',
      state: 'maybe',
      open: '{"a":1}',
    });
    expect(search).toEqual({
      q: 'market',
      account: '',
      category: 'none',
      direction: 'out',
      state: '',
      trash: true,
      import: '',
      columns: '',
      open: '',
    });
    expect(parseTransactionSearch(writeTransactionSearch(search))).toEqual(search);
  });
});
