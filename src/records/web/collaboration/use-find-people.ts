import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fold } from '../../../kernel/text.ts';
import { identity } from '../../../domains/identity/contract.ts';
import { read } from '../../../web/api/request.ts';
import type { Person } from '../../../web/rich-text/mention-at.ts';

/** Names shown at a time; typing on narrows them. */
const SHOWN = 8;
/** Milliseconds for which the list of members is not asked for again. */
const FRESH = 60_000;

/** Finds the teammates whom a text may mention, by the beginning of any of their names. */
export function useFindPeople(): (query: string) => Promise<readonly Person[]> {
  const client = useQueryClient();
  return useCallback(
    async (query) => {
      const { items } = await client.fetchQuery({ ...read(identity.members), staleTime: FRESH });
      const wanted = fold(query);
      return items
        .filter(
          (member) =>
            member.active &&
            fold(member.name)
              .split(' ')
              .some((_, nth, words) => words.slice(nth).join(' ').startsWith(wanted)),
        )
        .slice(0, SHOWN)
        .map(({ id, name, email }) => ({ id, name, detail: email }));
    },
    [client],
  );
}
