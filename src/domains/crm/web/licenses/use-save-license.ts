import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { businessLicenses, type LicenseRecord, type LicenseUpdate } from '../../contract/licenses.ts';
import { CRM } from '../../paths.ts';
import { staleDetails } from '../../../../records/web/changes.ts';
import { Refusal } from '../../../../records/web/inline-field.tsx';

export type LicenseChange = Omit<LicenseUpdate, 'version'>;

/** Takes what the server answered as the record now, and lets the lists follow. */
export function useLicenseCache(id: string) {
  const client = useQueryClient();
  return useCallback(
    async (saved: LicenseRecord) => {
      client.setQueryData(read(businessLicenses.get, { params: { id } }).queryKey, saved);
      await client.invalidateQueries({ queryKey: [CRM.licenses] });
    },
    [client, id],
  );
}

/** Saves fields of a license. Where someone else was quicker, their values are shown and the person decides. */
export function useSaveLicense(id: string) {
  const updateCache = useLicenseCache(id);
  return useCallback(
    async (change: LicenseChange, base: LicenseRecord): Promise<void> => {
      try {
        await updateCache(
          await call(businessLicenses.update, { params: { id }, body: { ...change, version: base.version } }),
        );
      } catch (error) {
        const stale = staleDetails<LicenseRecord>(error);
        if (!stale) throw error;
        await updateCache(stale.current);
        throw new Refusal(
          'Someone changed this license in the meantime, and the page now shows the new version. Save again to keep your changes.',
        );
      }
    },
    [updateCache, id],
  );
}
