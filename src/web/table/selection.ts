/**
 * The selection: some rows by id, or all matches except some, which may be far more than loaded. Values are immutable.
 */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'allMatching'; readonly except: ReadonlySet<string> };

export const NOTHING: Selection = { kind: 'some', ids: new Set() };
export const ALL_MATCHING: Selection = { kind: 'allMatching', except: new Set() };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

export function isEmpty(selection: Selection): boolean {
  return selection.kind === 'some' && selection.ids.size === 0;
}

/** Selects or deselects rows. */
export function setSelected(selection: Selection, ids: Iterable<string>, selected: boolean): Selection {
  const listed = new Set(selection.kind === 'some' ? selection.ids : selection.except);
  const listing = selection.kind === 'some' ? selected : !selected;
  for (const id of ids) {
    if (listing) listed.add(id);
    else listed.delete(id);
  }
  return selection.kind === 'some' ? { kind: 'some', ids: listed } : { kind: 'allMatching', except: listed };
}

export function toggle(selection: Selection, id: string): Selection {
  return setSelected(selection, [id], !isSelected(selection, id));
}

/** Number of selected rows; `capped` when the total itself is only a lower bound. */
export function selectedCount(selection: Selection, total: Total | undefined): Total {
  if (selection.kind === 'some') return { count: selection.ids.size, capped: false };
  if (!total) return { count: 0, capped: true };
  return { count: Math.max(0, total.count - selection.except.size), capped: total.capped };
}

/** Number of all matches, as the API counts: exact up to a cap. */
export interface Total {
  count: number;
  capped: boolean;
}

/** `2,013` or `10,000+`, in the person's locale. */
export function formatTotal(total: Total, locale?: string): string {
  return total.count.toLocaleString(locale) + (total.capped ? '+' : '');
}
