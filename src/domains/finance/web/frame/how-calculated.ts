/** Definitions of the figures that stand on more than one page; a person opens them beside the figure. */
export const HOW_CALCULATED = {
  bookCash:
    'What the books hold today on accounts of cash and banks: opening balances and every posted entry, in the ledger’s currency. A payment counts as soon as it is posted.',
  accountCash:
    'Booked balances of checking, savings, and cash accounts today. Other currencies count at today’s rate. Archived accounts are left out.',
  netBurn:
    'Money out less money in, the mean of the last three whole months. Transfers between own accounts are left out. This month does not count until it is over.',
  runRate:
    'What vendors cost a month: the mean of the last three whole months. What is paid less often than monthly counts with its share of a month.',
  runway: 'Cash divided by net burn. It lasts as long as money goes out at the same pace.',
  receivable:
    'Total of issued invoices in the books that is not paid by the end of the period, at the rate of their day, less credit.',
  payable: 'Total of received bills in the books that is not paid by the end of the period, less credit.',
  result: 'Income less expenses of the period, as posted in the journal.',
  equity: 'All assets less all liabilities at the end of the period, as on the balance sheet.',
  netWorth:
    'Everything owned less everything owed: booked account balances, investments at their latest price, and things of value. Other currencies count at the rate of the day.',
} as const;
