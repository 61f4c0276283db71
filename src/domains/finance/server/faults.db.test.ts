/** Files, people, and the API: everything accepted is counted, and anything else is rejected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, monthStart } from '../../../kernel/days.ts';
import { openBusiness } from '../../../testing/business.ts';
import type { TestClient } from '../../../testing/client.ts';
import { draft, issue } from '../../../testing/documents.ts';
import { startTestSystem, type TestSystem } from '../../../testing/system.ts';
import {
  type Account,
  accounts,
  activityCalls,
  type BankImport,
  bankImports,
  documents,
  investmentImports,
  ledgers,
  type NewActivity,
  operations,
  portfolio,
  securities,
  transactions,
} from '../contract.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.destroy());

const today = new Date().toISOString().slice(0, 10);

async function household(currency = 'USD', kind: Account['kind'] = 'checking') {
  const user = await system.signedIn({ workspaceId: await system.clientWorkspace() });
  const ledger = await user.call(ledgers.create, { body: { name: 'Household', kind: 'personal', currency } });
  const account = await user.call(accounts.create, { body: { ledgerId: ledger.id, name: 'Main', kind, currency } });
  return { user, ledger, account };
}

async function upload(user: TestClient, account: Account, content: string, name: string): Promise<BankImport> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const { status, body } = await user.send<BankImport>('POST', `/api/finance/accounts/${account.id}/imports`, {
    raw: form,
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

async function started(user: TestClient, id: string): Promise<BankImport> {
  await user.call(bankImports.start, { params: { id } });
  const get = () => user.call(bankImports.get, { params: { id } });
  await expect.poll(async () => (await get()).state, { timeout: 20_000, interval: 50 }).not.toBe('queued');
  return get();
}

const bring = async (user: TestClient, account: Account, content: string, name: string): Promise<BankImport> =>
  started(user, (await upload(user, account, content, name)).id);

const listed = async (user: TestClient, ledgerId: string) =>
  (await user.call(transactions.list, { query: { ledgerId, limit: 100 } })).items;

describe('a bank file', () => {
  it('leaves out lines of other currencies and finer ones, and names unknown codes', async () => {
    const { user, ledger, account } = await household('EUR');
    const done = await bring(
      user,
      account,
      'Date,Payee,Amount,Currency\n2026-01-10,A,-1.00,EUR\n2026-01-11,B,-2.00,USD\n2026-01-12,C,-3.00,XQZ\n2026-01-13,D,-4.005,EUR\n',
      'mixed.csv',
    );
    expect(done.counts).toMatchObject({ lines: 4, added: 1, skipped: 3 });
    expect(done.problems.map((one) => one.message)).toEqual([
      '“XQZ” is not a currency code.',
      '-2 on 2026-01-11 is in USD, and the account in EUR.',
      '-4.005 on 2026-01-13 has more decimals than EUR, which has 2.',
    ]);
    expect((await listed(user, ledger.id)).map((one) => one.payee)).toEqual(['A']);
  });

  it('reads yen by the currency of the account, and asks for the order of days in QIF', async () => {
    const { user, ledger, account } = await household('JPY');
    const qif = '!Type:Bank\nD03/07/2026\nT-1,200\nPA\n^\nD05/07/2026\nT250,000\nPB\n^\n';
    const { id } = await upload(user, account, qif, 'yen.qif');
    const preview = await user.call(bankImports.preview, { params: { id } });
    expect(preview.dateOrder).toBe('dmy');
    expect(preview.rows.map((row) => row.amount)).toEqual(['-1200', '250000']);
    const known = await user.call(bankImports.get, { params: { id } });
    expect(known.problems.map((one) => one.message).join(' ')).toContain('03/07/2026');
    const turned = await user.call(bankImports.setOptions, {
      params: { id },
      body: { version: known.version, options: { dateOrder: 'mdy' } },
    });
    expect(turned.problems.map((one) => one.message).join(' ')).not.toContain('03/07/2026');
    await started(user, id);
    expect((await listed(user, ledger.id)).map((one) => one.day)).toEqual(['2026-05-07', '2026-03-07']);
  });

  it('links what a file of another format brought, in either order, and finds both again', async () => {
    const ofx =
      'OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260405<TRNAMT>-12.39<FITID>A<NAME>Corner Bakery</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>';
    const qif = '!Type:Bank\nD2026-04-06\nT-12.39\nPCorner Bakery\n^\n';
    for (const [first, second] of [
      [ofx, qif],
      [qif, ofx],
    ] as const) {
      const { user, ledger, account } = await household();
      await bring(user, account, first, 'first');
      expect((await bring(user, account, second, 'second')).counts).toMatchObject({ added: 0, linked: 1 });
      expect(await listed(user, ledger.id)).toHaveLength(1);
      expect((await bring(user, account, first, 'again')).counts).toMatchObject({ added: 0, known: 1 });
      const again = await bring(user, account, second, 'again');
      expect(again.counts).toMatchObject({ added: 0, linked: 0, known: 1 });
    }
  });

  it('keeps the value date beside the booking day, the account chooses, and the original amount is shown', async () => {
    const { user, ledger, account } = await household('EUR');
    const mt940 =
      ':20:X\n:25:1/2\n:60F:C251229EUR100,00\n:61:2601011230D27,98NMSCNONREF\n:86:CARD OCMT/USD30,00/EXCH/1,07\n:62F:C251230EUR72,02\n-\n';
    await bring(user, account, mt940, 'statement.sta');
    const [one] = await listed(user, ledger.id);
    expect(one).toMatchObject({
      day: '2025-12-30',
      bookedDay: '2025-12-30',
      valueDay: '2026-01-01',
      original: { amount: '-30', currency: 'USD' },
    });
    const { version } = await user.call(accounts.get, { params: { id: account.id } });
    await user.call(accounts.update, { params: { id: account.id }, body: { version, dayBasis: 'value' } });
    expect((await listed(user, ledger.id))[0]).toMatchObject({ day: '2026-01-01', bookedDay: '2025-12-30' });
    expect((await bring(user, account, mt940, 'again.sta')).counts).toMatchObject({ added: 0, known: 1 });
  });

  it('of years ago says what it does to the balance of today', async () => {
    const { user, account } = await household();
    const old = await upload(user, account, 'Date,Payee,Amount\n2011-01-10,A,-150.00\n', 'old.csv');
    const { balance } = await user.call(bankImports.preview, { params: { id: old.id } });
    expect(balance).toEqual({
      currency: 'USD',
      before: '0',
      after: '-150',
      from: '2011-01-10',
      to: '2011-01-10',
      old: true,
    });
  });
});

describe('investments', () => {
  async function depot(currency = 'USD') {
    const { user, ledger, account } = await household(currency, 'investment');
    const run = (text: string) =>
      user.call(investmentImports.run, {
        body: { content: 'activities', accountId: account.id, fileName: 'a.csv', text },
      });
    const enter = async (body: Partial<NewActivity> & Pick<NewActivity, 'kind'>) =>
      user.tryCall(activityCalls.create, {
        body: { accountId: account.id, day: '2026-02-02', ...body } as NewActivity,
      });
    const summary = () => user.call(portfolio.summary, { query: { ledgerId: ledger.id } });
    return { user, ledger, account, run, enter, summary };
  }

  it('count pence as pounds, keep the quotation for prices, and refuse unknown codes by name', async () => {
    const { user, ledger, run, summary, enter, account } = await depot('GBP');
    await run('Date,Action,Symbol,Quantity,Price,Currency,Amount\n2026-01-15,Buy,AVX,100,496,GBX,49600\n');
    expect((await summary()).totals).toMatchObject({ cost: '496', value: '496' });
    const [security] = (await user.call(securities.list, { query: { ledgerId: ledger.id } })).items;
    expect(security).toMatchObject({ currency: 'GBP', quotedIn: 'GBX' });
    await user.call(securities.setPrice, { params: { id: security!.id }, body: { day: '2026-01-16', price: '510' } });
    expect((await summary()).totals.value).toBe('510');
    await user.call(investmentImports.run, {
      body: {
        content: 'prices',
        ledgerId: ledger.id,
        fileName: 'p.csv',
        text: 'Date,Symbol,Price,Currency\n2026-01-17,AVX,520,GBX\n2026-01-18,AVX,5.30,GBP\n',
      },
    });
    expect((await summary()).totals.value).toBe('530');
    const prices = await user.call(securities.prices, { params: { id: security!.id }, query: {} });
    expect(prices.items.map((one) => one.price)).toEqual(['530', '520', '510']);
    const byHand = await enter({ kind: 'buy', securityId: security!.id, quantity: '1', price: '500', currency: 'GBX' });
    expect(byHand.body).toMatchObject({ currency: 'GBP', price: '5', cash: '-5' });
    const wrong = await enter({ kind: 'buy', securityId: security!.id, quantity: '1', price: '5', currency: 'XQZ' });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain('XQZ');
    const refused = await user.call(investmentImports.preview, {
      body: {
        content: 'activities',
        accountId: account.id,
        fileName: 'x.csv',
        text: 'Date,Action,Symbol,Quantity,Price,Currency\n2026-01-15,Buy,AVX,1,5,XQZ\n',
      },
    });
    expect(refused.rows).toMatchObject([{ outcome: 'skip', message: '“XQZ” is not a currency code.' }]);
  });

  it('take fees and taxes off dividends and sales, count them, and refuse them where they have no place', async () => {
    const { user, ledger, enter, summary } = await depot();
    const { id: securityId } = await user.call(securities.create, {
      body: { ledgerId: ledger.id, name: 'Acme', kind: 'stock', currency: 'USD' },
    });
    await enter({ kind: 'buy', securityId, day: '2026-01-05', quantity: '5', price: '100' });
    const dividend = await enter({ kind: 'dividend', securityId, amount: '50', fee: '1', tax: '12.5' });
    const sale = await enter({ kind: 'sell', securityId, quantity: '5', price: '110', fee: '2', tax: '3' });
    expect([dividend.body.cash, sale.body.cash]).toEqual(['36.5', '545']);
    expect((await summary()).totals).toMatchObject({ realised: '45', income: '50', taxWithheld: '15.5', fees: '3' });
    for (const extra of [{ fee: '1' }, { tax: '1' }, { price: '5' }]) {
      const refused = await enter({ kind: 'transferIn', securityId, quantity: '1', amount: '100', ...extra });
      expect(refused.status).toBe(400);
    }
  });

  it('follow short sales from a file and by hand', async () => {
    const { user, ledger, run, enter, summary } = await depot();
    await run(
      'Date,Action,Symbol,Quantity,Price,Fee\n2026-01-15,Sell Short,ABC,10,50,5\n2026-01-20,Buy to Cover,ABC,4,40,2\n',
    );
    const [security] = (await user.call(securities.list, { query: { ledgerId: ledger.id } })).items;
    const { totals, holdings, problems } = await summary();
    expect(holdings).toMatchObject([{ quantity: '-6', value: '-240', cost: '-297', unrealised: '57' }]);
    expect(totals).toMatchObject({ value: '-240', realised: '36', realisedShort: '36' });
    expect(problems).toEqual([]);
    const detail = await user.call(portfolio.holding, {
      params: { id: security!.id },
      query: { ledgerId: ledger.id } as never,
    });
    expect(detail.lots).toMatchObject([{ quantity: '-6', gain: '57', longTerm: false }]);
    const cover = (quantity: string) => enter({ kind: 'buyToCover', securityId: security!.id, quantity, price: '45' });
    const tooMuch = await cover('7');
    expect(tooMuch.body.fields).toMatchObject([
      { field: 'quantity', message: expect.stringContaining('Only 6 are sold short') as string },
    ]);
    expect((await cover('6')).body).toMatchObject({ cash: '-270' });
    expect((await summary()).totals).toMatchObject({ value: '0', realised: '63' });
    const gains = await user.call(portfolio.gains, { query: { ledgerId: ledger.id } });
    expect(gains.totals).toMatchObject({ shortTerm: '63', longTerm: '0' });
  });
});

describe('documents', () => {
  it('with two taxes and prices that include them are posted, paid, and printed to the cent', async () => {
    const one = await openBusiness(system);
    const made = await draft(one, {
      pricesIncludeTax: true,
      lines: [
        {
          description: 'Workshop',
          quantity: '1',
          unitPrice: '114.98',
          taxPercent: '5',
          taxName: 'GST',
          secondTaxPercent: '9.975',
          secondTaxName: 'QST',
        },
      ],
    });
    expect(made).toMatchObject({
      pricesIncludeTax: true,
      subtotal: '114.98',
      tax: '14.98',
      total: '114.98',
      taxes: [
        { name: 'GST', percent: '5', base: '100', tax: '5' },
        { name: 'QST', percent: '9.975', base: '100', tax: '9.98' },
      ],
    });
    const issued = await issue(one, made);
    const overview = await one.user.call(documents.overview, { params: { id: one.ledgerId }, query: { to: today } });
    expect(overview).toMatchObject({ income: '100', receivable: '114.98' });
    const copy = await one.user.call(documents.duplicate, { params: { id: issued.id } });
    expect(copy).toMatchObject({ total: '114.98', lines: [{ secondTaxPercent: '9.975', secondTaxName: 'QST' }] });
  });

  it('paid by hand change cash on every page that shows it', async () => {
    const one = await openBusiness(system);
    const issued = await issue(one, await draft(one));
    const cash = async () => {
      const { cash: books } = await one.user.call(documents.overview, {
        params: { id: one.ledgerId },
        query: { from: monthStart(today), to: addDays(monthStart(today, 1), -1) },
      });
      const { cash: running } = await one.user.call(operations.get, {
        query: { ledgerId: one.ledgerId, currency: 'USD' },
      });
      return [books, running];
    };
    const before = await cash();
    expect(before[0]).toBe(before[1]);
    await one.user.call(documents.pay, {
      params: { id: issued.id },
      body: { amount: issued.total, day: today, note: '' },
    });
    const after = await cash();
    expect(after[0]).toBe(after[1]);
    expect(after[0]).not.toBe(before[0]);
  });
});
