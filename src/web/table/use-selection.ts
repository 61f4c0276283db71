import { useCallback, useState } from 'react';
import { NOTHING, type Selection } from './selection.ts';

/**
 * The selection of a list. It belongs to the seen list: another search, filter, or ledger, by any route (a chip, Back,
 * a sidebar link), clears it, so "all matches" never changes its meaning.
 * @param list everything that determines the rows, as text
 */
export function useSelection(list: string): [Selection, (selection: Selection) => void] {
  const [chosen, setChosen] = useState({ list, selection: NOTHING });
  return [
    chosen.list === list ? chosen.selection : NOTHING,
    useCallback((selection) => setChosen({ list, selection }), [list]),
  ];
}
