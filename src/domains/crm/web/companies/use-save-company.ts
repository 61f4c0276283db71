import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { call, read } from '../../../../web/api/request.ts';
import { companies, type Company, type CompanyUpdate } from '../../contract/companies.ts';
import { CRM } from '../../paths.ts';
import { staleDetails } from '../records/changes.ts';
import { Refusal } from '../records/inline-field.tsx';

export type CompanyChange = Omit<CompanyUpdate, 'version'>;

/** The company as it will look once the change is saved. */
function shownWith(company: Company, { address, ...plain }: CompanyChange): Company {
  return { ...company, ...plain, address: { ...company.address, ...address } };
}

const touches = (change: CompanyChange, field: string) => field in change || (change.address !== undefined && field.replace('address.', '') in change.address);

/**
 * Saves fields of a company: shown at once and taken back when refused. Where somebody else changed the same field
 * meanwhile, the person is told and may save once more to keep theirs.
 */
export function useSaveCompany(id: string) {
  const client = useQueryClient();
  /** What a person has been shown since they began to edit: the version they started from to the one they know of. */
  const known = useRef(new Map<number, number>());
  return useCallback(async (change: CompanyChange, base: Company): Promise<void> => {
    const { queryKey } = read(companies.get, { params: { id } });
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey) ?? base;
    client.setQueryData(queryKey, shownWith(before, change));
    const save = (version: number) => call(companies.update, { params: { id }, body: { ...change, version } });
    const settle = (saved: Company) => {
      known.current.set(base.version, saved.version);
      client.setQueryData(queryKey, saved);
    };
    try {
      const saved = await save(known.current.get(base.version) ?? base.version).catch((error: unknown) => {
        const stale = staleDetails<Company>(error);
        if (!stale) throw error;
        settle(stale.current);
        const clash = stale.changed.find(({ field }) => touches(change, field));
        if (clash) throw new Refusal(`${clash.by?.name ?? 'Someone'} changed this meanwhile, as shown on the page after you cancel. Save again to keep yours.`);
        return save(stale.current.version);
      });
      settle(saved);
      if (change.name !== undefined) await client.invalidateQueries({ queryKey: [CRM.contacts] });
    } catch (error) {
      client.setQueryData(queryKey, (now) => (error instanceof Refusal ? now : before));
      throw error;
    }
  }, [client, id]);
}
