import { useCallback, useState } from 'react';
import { NOTHING, type Selection } from './selection.ts';

/**
 * What is selected of a list. It belongs to the list that was seen: with another search, filter or ledger, by whatever
 * road (a chip, Back, a link in the sidebar), nothing is selected, and "everything that matches" never means something
 * else.
 * @param list what decides which rows there are, as text
 */
export function useSelection(list: string): [Selection, (selection: Selection) => void] {
  const [chosen, setChosen] = useState({ list, selection: NOTHING });
  return [
    chosen.list === list ? chosen.selection : NOTHING,
    useCallback((selection) => setChosen({ list, selection }), [list]),
  ];
}
