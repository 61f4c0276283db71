import { defineSearchSource } from '../../../../web/shell/search-source.ts';
import type { BoardRow } from '../../contract.ts';
import { WHITEBOARDS } from '../../paths.ts';

export default defineSearchSource<BoardRow>({
  id: 'whiteboards',
  label: 'Whiteboards',
  page: '/whiteboard',
  list: WHITEBOARDS,
  hit: ({ id, title }) => ({ id, title, to: `/whiteboard?board=${id}` }),
});
