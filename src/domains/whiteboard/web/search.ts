/** The address of the page: the words that are searched, the list, and the open board. */
import type { RawSearch } from '../../../web/router/page.ts';

export interface BoardsSearch {
  search: string;
  trash: boolean;
  board: string | undefined;
}

/** Reads the address; what does not fit is left out. */
export function parseBoardsSearch({ search, trash, board }: RawSearch): BoardsSearch {
  return {
    search: typeof search === 'string' ? search.slice(0, 200) : '',
    trash: trash === true || trash === 'true',
    board: typeof board === 'string' && /^[0-9a-f-]{36}$/.test(board) ? board : undefined,
  };
}
