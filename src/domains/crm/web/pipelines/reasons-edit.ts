/** A reason of the lists why opportunities are won and lost; one without an id is not saved yet. */
export interface Reason {
  id?: string;
  outcome: 'won' | 'lost';
  label: string;
  key: string;
}

/** The lists as they are edited, and as they were saved when that was last changed. */
export interface ReasonsEdit {
  base: readonly Reason[];
  reasons: readonly Reason[];
}

/** The edited lists, with what someone else saved since: new reasons, reasons taken out, and other words. */
export function withOthersChanges({ base, reasons }: ReasonsEdit, known: readonly Reason[]): readonly Reason[] {
  const find = (list: readonly Reason[], id: string | undefined) => list.find((one) => one.id === id);
  return [
    ...reasons.flatMap((reason) => {
      if (reason.id === undefined) return [reason];
      const saved = find(known, reason.id);
      if (!saved) return [];
      return [reason.label === find(base, reason.id)?.label ? { ...reason, label: saved.label } : reason];
    }),
    ...known.filter(({ id }) => !find(base, id)),
  ];
}
