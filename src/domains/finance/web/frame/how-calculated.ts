/** Definitions of the figures that stand on more than one page; a person opens them beside the figure. */
export const HOW_CALCULATED = {
  bookCash:
    'Balance of cash and bank accounts in the books today: opening balances plus all posted entries, in the ledger’s currency. Payments count when posted.',
  accountCash:
    'Posted balances of checking, savings, and cash accounts today. Other currencies are converted at today’s rate. Archived accounts are excluded.',
  netBurn:
    'Money out minus money in, averaged over the last 3 full months. Transfers between your accounts and the current month are excluded.',
  runRate:
    'Average monthly vendor spending over the last 3 full months. Less frequent payments are spread over the months they cover.',
  runway: 'Cash divided by net burn, assuming burn stays the same.',
  receivable:
    'Unpaid balance of issued invoices at the end of the period, at the exchange rate on the invoice date, minus credits.',
  payable: 'Unpaid balance of posted bills at the end of the period, minus credits.',
  result: 'Income minus expenses posted in the journal for the period.',
  equity: 'Total assets minus total liabilities at the end of the period, as on the balance sheet.',
  netWorth:
    'Everything you own minus everything you owe: posted account balances, investments at their latest price, and other assets. Other currencies are converted at the rate on each date.',
} as const;
