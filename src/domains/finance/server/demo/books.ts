/** Creates the sample books through the same services as people's calls. */
import { query, currentWorkspaceId } from '../../../../server/db/index.ts';
import type { BusinessDocument, NewDocument } from '../../contract.ts';
import { issueDocument } from '../documents/issue.ts';
import { payDocument } from '../documents/payments.ts';
import { createDocument } from '../documents/service.ts';
import { changeSettings, readSettings } from '../documents/settings.ts';
import { planned } from '../plans/planned-amounts.ts';
import { requireBooks } from '../books/books.ts';

async function makeInvoice(input: NewDocument): Promise<BusinessDocument> {
  const { id, version } = await createDocument(input);
  return issueDocument(id, { version });
}

/** A bill whose lines are all for one category. */
async function enterBill(input: NewDocument, category: string): Promise<BusinessDocument> {
  const [row] = await query<{ id: string }>(
    'select book_account_id as id from finance_categories where workspace_id = $1 and ledger_id = $2 and name = $3',
    [currentWorkspaceId(), input.ledgerId, category],
  );
  return makeInvoice({ ...input, lines: input.lines.map((line) => ({ ...line, accountId: row?.id ?? null })) });
}

async function setUpBooks(ledgerId: string): Promise<void> {
  await requireBooks(ledgerId, 'owner');
  const { version } = await readSettings(ledgerId);
  await changeSettings(ledgerId, {
    version,
    termsDays: 21,
    sender: '14 Foundry Lane\nHarbour Quarter',
    paymentDetails: 'Please transfer to Harbour Bank, account 009912, and name the invoice.',
  });
}

/** Budgets from a month on, by account name. */
async function planBooks(ledgerId: string, month: string, amounts: Readonly<Record<string, string>>): Promise<void> {
  for (const row of await query<{ id: string; name: string }>(
    'select id, name from finance_book_accounts where workspace_id = $1 and ledger_id = $2 and name = any($3)',
    [currentWorkspaceId(), ledgerId, Object.keys(amounts)],
  )) {
    await planned(
      'account',
      { ledgerId, id: row.id },
      { first: `${month}-01`, amount: amounts[row.name]!, onlyThisMonth: false },
    );
  }
}

export const booksDemo = { makeInvoice, enterBill, setUpBooks, payDocument, planBooks };
