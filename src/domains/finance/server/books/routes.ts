import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { sendDownload, sendFile } from '../../../../server/http/download.ts';
import { books, journal } from '../../contract.ts';
import { inOpenPeriod } from '../ledgers/closed-periods.ts';
import { getBooks, updateBooks } from './books.ts';
import { getBookBudget, setBookBudget, takeBookBudgetBack } from './budget.ts';
import { createBookAccount, listBookAccounts, mapCategory, updateBookAccount } from './chart.ts';
import { createEntry, exportJournal, getEntry, listJournal, reverseByHand } from './journal.ts';
import { getOpening, setOpening } from './opening.ts';
import { previewRevaluation, revalue } from './revaluation.ts';
import { statementPdf } from './statement-pdf.ts';
import { getStatement, getTrialBalance } from './statements.ts';

export const bookRoutes: readonly BoundRoute[] = [
  route(journal.list, ({ query }) => listJournal(query)),
  route(
    journal.create,
    inOpenPeriod(({ body }) => createEntry(body)),
  ),
  route(journal.exportFile, async ({ query, reply }) =>
    sendDownload(reply, await exportJournal(query), 'text/csv; charset=utf-8', 'journal.csv'),
  ),
  route(journal.get, ({ params }) => getEntry(params.id)),
  route(
    journal.reverse,
    inOpenPeriod(({ params, body }) => reverseByHand(params.id, body)),
  ),
  route(books.get, ({ params }) => getBooks(params.id)),
  route(books.update, ({ params, body }) => updateBooks(params.id, body)),
  route(books.accounts, ({ params }) => listBookAccounts(params.id)),
  route(books.createAccount, ({ params, body }) => createBookAccount(params.id, body)),
  route(books.updateAccount, ({ params, body }) => updateBookAccount(params.id, body)),
  route(
    books.mapCategory,
    inOpenPeriod(({ params, body }) => mapCategory(params.id, params.categoryId, body)),
  ),
  route(books.trialBalance, ({ params, query }) => getTrialBalance(params.id, query.day)),
  route(books.statementPdf, async ({ params, query, reply }) =>
    sendFile(reply, await statementPdf(params.id, query), 'application/pdf', `${query.kind}-${query.to}.pdf`),
  ),
  route(books.statement, ({ params, query }) => getStatement(params.id, query)),
  route(books.budget, ({ params, query }) => getBookBudget(params.id, query.month)),
  route(books.setBudget, ({ params, body }) => setBookBudget(params.id, body)),
  route(books.takeBudgetBack, ({ params, body }) => takeBookBudgetBack(params.id, body)),
  route(books.opening, ({ params }) => getOpening(params.id)),
  route(
    books.setOpening,
    inOpenPeriod(({ params, body }) => setOpening(params.id, body)),
  ),
  route(books.revaluation, ({ params, query }) => previewRevaluation(params.id, query.day)),
  route(
    books.revalue,
    inOpenPeriod(({ params, body }) => revalue(params.id, body.day)),
  ),
];
