/** Links in mails that the server kept, read as an administrator. */
import { expect } from '@playwright/test';
import { mailOutbox } from '../../src/domains/admin/contract.ts';
import type { Api } from './api.ts';

/** Waits for the newest mail to the address and returns the path of its link. */
export async function mailedLink(api: Api, address: string, path: RegExp): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const { items } = await api.call(mailOutbox.list);
      const kept = items.find(({ to }) => to.some((one) => one.address === address));
      if (!kept) return undefined;
      const { text } = await api.call(mailOutbox.get, { params: { id: kept.id } });
      link = /https?:\/\/[^/\s]+(\/\S+)/.exec(text ?? '')?.[1];
      return link;
    })
    .toMatch(path);
  return link!;
}
