/** Invoices and bills of a business, for tests of their life cycle. */
import { type BusinessDocument, documents } from '../domains/finance/contract.ts';
import type { Business } from './business.ts';

export const LINES = [
  { description: 'Workshop day', quantity: '2', unitPrice: '500', taxPercent: '20' },
  { description: 'Travel', quantity: '1', unitPrice: '100' },
];
/** A draft, an invoice unless `more` says otherwise. */
export const draft = ({ user, ledgerId }: Business, more: object = {}): Promise<BusinessDocument> =>
  user.call(documents.create, {
    body: {
      ledgerId,
      kind: 'invoice',
      party: { name: 'Calder & Finch', email: 'pay@calder.example' },
      day: '2026-03-01',
      dueDay: '2026-03-31',
      currency: 'USD',
      lines: LINES,
      ...more,
    },
  });
export const issue = ({ user }: Business, { id, version }: BusinessDocument): Promise<BusinessDocument> =>
  user.call(documents.issue, { params: { id }, body: { version } });
export const get = ({ user }: Business, id: string): Promise<BusinessDocument> =>
  user.call(documents.get, { params: { id } });
