/** Files in the shapes that banks and payment services export, with what they mean. */
import { expect, it } from 'vitest';
import { readBankFile } from '../index.ts';

function rowsOf(bytes: string | Uint8Array): string[] {
  return readBankFile(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
    .statements.flatMap((one) => one.lines)
    .map(
      (line) =>
        `${line.day} ${line.amount.toFixed()} ${line.payee ?? line.memo ?? ''}${line.pending ? ' pending' : ''}`,
    );
}

it.each<[name: string, file: string | Uint8Array, rows: string[]]>([
  [
    'a fee that the balance shows besides the amount, a row without a day of booking, one that was turned back',
    `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2024-01-02 10:11:12,2024-01-03 08:00:00,Tesco,-12.50,0.00,GBP,COMPLETED,87.50
TRANSFER,Current,2024-01-04 10:11:12,2024-01-04 10:11:13,To Bob,-20.00,1.50,GBP,COMPLETED,66.00
CARD_PAYMENT,Current,2024-01-05 10:11:12,,Amazon,-9.99,0.00,GBP,PENDING,
CARD_PAYMENT,Current,2024-01-06 10:11:12,,Shop,-5.00,0.00,GBP,REVERTED,
`,
    ['2024-01-03 -12.5 Tesco', '2024-01-04 -21.5 To Bob', '2024-01-05 -9.99 Amazon pending'],
  ],
  [
    'net, not gross',
    `"Date","Time","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Balance"
"01/15/2024","10:22:33","Jane Doe","Payment","Completed","USD","100.00","-3.20","96.80","5AB123","196.80"
"01/16/2024","10:22:33","eBay","Payment","Completed","USD","-1,050.00","0.00","-1,050.00","5AB124","-853.20"
`,
    ['2024-01-15 96.8 Jane Doe', '2024-01-16 -1050 eBay'],
  ],
  [
    '“Valuta” as the currency',
    'Bokföringsdag;Belopp;Namn;Saldo;Valuta\n2024/01/15;-123,45;ICA;1 000,00;SEK\n2024/01/16;2 500,00;Lön;3 500,00;SEK\n',
    ['2024-01-15 -123.45 ICA', '2024-01-16 2500 Lön'],
  ],
  [
    '“Valuta” as a day',
    'Text;Betrag;Valuta\nMiete;-1.200,00;15.01.2024\nLohn;3.000,00;16.01.2024\n',
    ['2024-01-15 -1200 Miete', '2024-01-16 3000 Lohn'],
  ],
  [
    'Norwegian',
    'Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto\n15.01.2024;REMA 1000;15.01.2024;250,50;\n16.01.2024;Lønn;16.01.2024;;30.000,00\n',
    ['2024-01-15 -250.5 REMA 1000', '2024-01-16 30000 Lønn'],
  ],
  [
    'Polish, with marks before the names',
    '#Data operacji;#Opis operacji;#Kwota;\n2024-01-15;"Biedronka";-12,34 PLN;\n2024-01-16;"Przelew";1 234,00 PLN;\n',
    ['2024-01-15 -12.34 Biedronka', '2024-01-16 1234 Przelew'],
  ],
  [
    'Indian groups',
    'Date,Narration,Withdrawal Amt.,Deposit Amt.,Closing Balance\n15/01/24,UPI-SHOP,"1,23,456.78",,"5,00,000.00"\n16/01/24,NEFT,,"2,00,000.00","7,00,000.00"\n',
    ['2024-01-15 -123456.78 UPI-SHOP', '2024-01-16 200000 NEFT'],
  ],
  [
    'two columns with names that nobody knows, of which each row has one',
    '日付,摘要,お支払金額,お預り金額,残高\n2024/01/15,コンビニ,"1,234",,"98,766"\n2024/01/16,給料,,"250,000","348,766"\n',
    ['2024-01-15 -1234 コンビニ', '2024-01-16 250000 給料'],
  ],
  [
    'such a pair with money in first, as the balance shows',
    'Päivä;Selite;Panot;Otot;Jäljellä\n15.01.2024;Palkka;2000,00;;2100,00\n16.01.2024;Kauppa;;40,50;2059,50\n17.01.2024;Vuokra;;900,00;1159,50\n',
    ['2024-01-15 2000 Palkka', '2024-01-16 -40.5 Kauppa', '2024-01-17 -900 Vuokra'],
  ],
  [
    'French, with names that say the currency',
    'Date;Libellé;Débit euros;Crédit euros;\n15/01/2024;CB CARREFOUR;-23,45;;\n16/01/2024;VIREMENT;;1 500,00;\n',
    ['2024-01-15 -23.45 CB CARREFOUR', '2024-01-16 1500 VIREMENT'],
  ],
  [
    'a refund as a negative debit',
    'Date,Description,Debit,Credit,Balance\n15/01/2024,Coffee,3.50,0.00,96.50\n16/01/2024,Pay,0.00,100.00,196.50\n17/01/2024,Refund,-3.50,,200.00\n',
    ['2024-01-15 -3.5 Coffee', '2024-01-16 100 Pay', '2024-01-17 3.5 Refund'],
  ],
  [
    'words for the side',
    'Date,Description,Type,Amount\n2024-01-15,ATM,Withdrawal,500.00\n2024-01-16,Salary,Deposit,2500.00\n',
    ['2024-01-15 -500 ATM', '2024-01-16 2500 Salary'],
  ],
  [
    'a total in brackets, a sign before the currency, rows above the names',
    'Account Statement - (@x),,,,,\n,ID,Datetime,Status,Note,Amount (total)\n,,,,,\n,1,2024-01-15T10:00:00,Complete,pizza,- $12.50\n,2,2024-01-16T10:00:00,Complete,rent,"+ $1,200.00"\n',
    ['2024-01-15 -12.5 pizza', '2024-01-16 1200 rent'],
  ],
  [
    'what is only noted, and the purpose rather than the kind',
    '"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Betrag";"Waehrung";"Info"\n"15.01.24";"16.01.24";"LASTSCHRIFT";"Miete";"-1.200,00";"EUR";"Umsatz gebucht"\n"17.01.24";"17.01.24";"GUTSCHRIFT";"Lohn";"3.000,00";"EUR";"Umsatz vorgemerkt"\n',
    ['2024-01-15 -1200 Miete', '2024-01-17 3000 Lohn pending'],
  ],
  [
    'days as spreadsheets count them',
    'Date,Description,Amount\n45306,a,-1.00\n45351,leap day,2.00\n',
    ['2024-01-15 -1 a', '2024-02-29 2 leap day'],
  ],
  [
    'UTF-16 with tabs',
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        'Date\tDescription\tAmount\r\n2024-01-15\tCafé "x"\t-3,50\r\n2024-01-16\tMüller\t1.000,00\r\n',
        'utf16le',
      ),
    ]),
    ['2024-01-15 -3.5 Café "x"', '2024-01-16 1000 Müller'],
  ],
  [
    'brackets around what went out, in continental marks',
    'Date;Description;Amount\n15.01.2024;Rent;(1.200,00)\n16.01.2024;Salary;3.000,00\n',
    ['2024-01-15 -1200 Rent', '2024-01-16 3000 Salary'],
  ],
])('reads %s', (_name, file, rows) => expect(rowsOf(file)).toEqual(rows));

it('says so where nothing shows whether fees were taken besides the amounts', () => {
  const { problems } = readBankFile(
    Buffer.from('Date,Description,Amount,Fee\n2024-01-15,Transfer,-20.00,1.50\n2024-01-16,Shop,-5.00,0.00\n'),
  );
  expect(problems).toMatchObject([{ kind: 'warning', message: expect.stringContaining('are not counted') as string }]);
});
