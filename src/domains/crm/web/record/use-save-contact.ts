/** Saving fields of a contact: shown at once, taken back when refused, and never over someone else's change. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { type Contact, contacts } from '../../contract/contacts.ts';
import { contactName } from '../list/contact-name.ts';
import { useRowCache } from '../list/use-contacts.ts';
import { offerUndo } from '../undo.ts';
import { askAboutStale } from './stale-question.ts';
import { type ContactChange, type StaleDetails, fieldsOf, inverse, shownWith, shownWithout, staleDetails, without } from './contact-change.ts';

/** Saves that lose a race this often in a row are left to the person. */
const MOST_RACES = 3;

/** Tells who changed what meanwhile, when it did not touch the same fields. */
function tellOthersChange({ changed }: StaleDetails<Contact>, labelOf: (field: string) => string): void {
  const who = [...new Set(changed.map(({ by }) => by?.name ?? 'someone'))].join(', ');
  toast({ title: 'Saved beside another change', description: `Meanwhile ${who} changed ${[...new Set(changed.map(({ field }) => labelOf(field)))].join(', ')}.` });
}

/**
 * @param labelOf the name of a field for people
 * @returns `save(change, base)`: `base` is the record as it was when editing began. Rejects with the server's error when
 * it refuses; a record that changed meanwhile is asked about, and nothing is written over without consent.
 */
export function useSaveContact(id: string, labelOf: (field: string) => string) {
  const client = useQueryClient();
  const rows = useRowCache();
  /** Versions that only our own saves lie between: from the one that a save was based on to the one it made. */
  const ours = useRef(new Map<number, number>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const show = useCallback((contact: Contact) => {
    client.setQueryData(read(contacts.get, { params: { id } }).queryKey, contact);
    rows.put(contact);
  }, [client, id, rows]);

  const send = useCallback(async (change: ContactChange, base: Contact): Promise<Contact | undefined> => {
    let version = base.version;
    for (let next = ours.current.get(version); next !== undefined; next = ours.current.get(version)) version = next;
    for (let race = 0; ; race += 1) {
      try {
        const saved = await call(contacts.update, { params: { id }, body: { ...change.fields, version } });
        if (saved.version === version + 1) ours.current.set(version, saved.version);
        show(saved);
        return saved;
      } catch (error) {
        const stale = staleDetails<Contact>(error);
        if (!stale || race >= MOST_RACES) throw error;
        version = stale.current.version;
        const touched = fieldsOf(change.fields);
        if (!stale.changed.some(({ field }) => touched.some((own) => own === field || own.startsWith(`${field}.`) || field.startsWith(`${own}.`)))) {
          tellOthersChange(stale, labelOf);
          continue;
        }
        show(stale.current);
        const theirs = await askAboutStale({ stale, change });
        if (!theirs) throw error;
        change = without(change, theirs);
        if (fieldsOf(change.fields).length === 0) return undefined;
        show(shownWith(stale.current, change));
      }
    }
  }, [id, labelOf, show]);

  return useCallback(async (change: ContactChange, base: Contact): Promise<void> => {
    const { queryKey } = read(contacts.get, { params: { id } });
    await client.cancelQueries({ queryKey });
    await rows.settle();
    const before = client.getQueryData(queryKey);
    if (before) show(shownWith(before, change));
    const turn = queue.current.then(() => send(change, base));
    // The next save waits for this one, however it ends.
    queue.current = turn.catch(() => undefined);
    try {
      const saved = await turn;
      if (saved && before) {
        const back = inverse(before, change);
        offerUndo({ title: `Change of ${contactName(saved)}`, quiet: true, undo: () => send(back, client.getQueryData(queryKey) ?? saved) });
      }
    } catch (error) {
      const now = client.getQueryData(queryKey);
      if (now && before) show(shownWithout(now, before, change));
      throw error;
    }
  }, [client, id, rows, send, show]);
}
