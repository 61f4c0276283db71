import { fold } from '../../../kernel/text.ts';
import { send } from '../../../web/api/send.ts';
import type { SearchHit } from '../../../web/shell/commands.ts';
import type { DocumentSummary } from '../contract/documents.ts';
import type { Ledger } from '../contract/ledgers.ts';
import { FINANCE } from '../paths.ts';

const HITS = 5;

const ledgersOf = async (signal: AbortSignal, kind?: Ledger['kind']): Promise<readonly Ledger[]> => {
  const { items } = await send<{ items: Ledger[] }>('GET', FINANCE.ledgers, { signal });
  return items.filter((one) => !kind || one.kind === kind);
};

/** The page that shows a ledger of a kind. */
const pageOf = (kind: Ledger['kind']) => (kind === 'business' ? '/business-finance' : '/personal-finance');

/** Hits of every ledger of the person, in the ledgers' order. */
async function ofEach(
  ledgers: readonly Ledger[],
  search: (ledger: Ledger) => Promise<readonly SearchHit[]>,
): Promise<SearchHit[]> {
  return (await Promise.all(ledgers.map(search))).flat().slice(0, HITS);
}

const amount = (value: string, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(Number(value));

const searchDocuments =
  (kind: 'invoice' | 'bill') =>
  async (search: string, signal: AbortSignal): Promise<SearchHit[]> =>
    ofEach(await ledgersOf(signal, 'business'), async (ledger) => {
      const query = { ledgerId: ledger.id, kind, credit: 'all', search: search.slice(0, 100), limit: HITS };
      const { items } = await send<{ items: DocumentSummary[] }>('GET', `${FINANCE.books}/documents`, {
        query,
        signal,
      });
      return items.map((one) => ({
        id: one.id,
        title: [one.number || one.reference || 'Draft', one.party.name].join(' · '),
        detail: [amount(one.total, one.currency), one.day].join(' · '),
        to: `/business-finance?tab=${kind}s&ledger=${ledger.id}&open=${one.id}`,
      }));
    });

/** Invoices and bills whose number, party, or lines hold the words. */
export const searchInvoices = searchDocuments('invoice');
export const searchBills = searchDocuments('bill');

/** Bank accounts, cards, and other accounts by name. */
export async function searchAccounts(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const wanted = fold(search);
  return ofEach(await ledgersOf(signal), async (ledger) => {
    const { items } = await send<{ items: { id: string; name: string; institution?: string }[] }>(
      'GET',
      FINANCE.accounts,
      { query: { ledgerId: ledger.id }, signal },
    );
    return items
      .filter(({ name, institution }) => fold(`${name} ${institution ?? ''}`).includes(wanted))
      .map((one) => ({
        id: one.id,
        title: one.name,
        detail: ledger.name,
        to: `${pageOf(ledger.kind)}?tab=transactions&ledger=${ledger.id}&account=${one.id}`,
      }));
  });
}

interface TransactionHit {
  id: string;
  payee: string;
  amount: string;
  currency: string;
  day: string;
}

/** Transactions whose payee, notes, or bank text hold the words, the newest first. */
export async function searchTransactions(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  return ofEach(await ledgersOf(signal), async (ledger) => {
    const query = { ledgerId: ledger.id, search, limit: HITS };
    const { items } = await send<{ items: TransactionHit[] }>('GET', FINANCE.transactions, { query, signal });
    return items.map((one) => ({
      id: one.id,
      title: one.payee,
      detail: [amount(one.amount, one.currency), one.day, ledger.name].join(' · '),
      to: `${pageOf(ledger.kind)}?tab=transactions&ledger=${ledger.id}&q=${encodeURIComponent(search)}`,
    }));
  });
}
