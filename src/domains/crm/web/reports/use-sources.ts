import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fold } from '../../../../kernel/text.ts';
import { read } from '../../../../web/api/request.ts';
import { contacts } from '../../contract/contacts.ts';

/** Sources in use that match what is typed. */
export function useSources() {
  const client = useQueryClient();
  return useCallback(
    async (query: string) => {
      const { sources } = await client.ensureQueryData(read(contacts.facets));
      return sources
        .filter(({ value }) => fold(value).includes(fold(query)))
        .map(({ value }) => ({ value, label: value }));
    },
    [client],
  );
}
