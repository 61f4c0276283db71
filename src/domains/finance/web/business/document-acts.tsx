import { useCallback, useState } from 'react';
import * as z from 'zod';
import { addDays, isDay } from '../../../../kernel/days.ts';
import { call, request } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { CheckboxField, ControlledField, FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { counted, money } from '../../../../web/ui/format.ts';
import { Select } from '../../../../web/ui/select.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { type BusinessDocument, documents, NewCredit, NewPayment, NewSchedule } from '../../contract/documents.ts';
import { transactions } from '../../contract/transactions.ts';
import { pastDays } from '../../engine/invoices/recurring-documents.ts';
import { nextAfter } from '../../engine/transactions/recurrence.ts';
import { useFinance } from '../frame/use-finance.ts';
import { dayText } from '../personal/overview/labels.ts';
import { useChart, useDocumentSettings, useRefresh } from './use-business.ts';
import { capital, documentName } from './labels.ts';

interface ActProps {
  document: BusinessDocument;
  onClose: () => void;
}

const SendForm = documents.send.body;

/** Mails an invoice with its PDF; a draft is issued with it. */
export function SendDialog({ document: one, onClose }: ActProps) {
  const refresh = useRefresh();
  const { data: settings } = useDocumentSettings();
  const number = one.number || '{number}';
  const noun = one.credit ? 'credit note' : 'invoice';
  const form = useContractForm(SendForm, {
    defaultValues: {
      version: one.version,
      to: one.sent?.to || one.party.email,
      subject: `${capital(noun)} ${number}`,
      message: `Hi ${one.party.name},\n\nOur ${noun} ${number} for ${money(one.total, one.currency)} is attached.${one.credit ? '' : ` It is due on ${dayText(one.dueDay)}.`}${creditLine(one)}\n\nBest regards`,
    },
    failure: `The ${noun} was not sent.`,
    judge: 'onSubmit',
    onSubmit: async (body) => {
      const sent = await call(documents.send, { params: { id: one.id }, body });
      onClose();
      await refresh();
      toast({
        type: 'success',
        title:
          settings?.mailLeaves === false ? `${sent.number} saved to the outbox` : `${sent.number} sent to ${body.to}`,
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={one.number ? `Send ${one.number}` : 'Issue and send'}
      description={one.number ? 'The PDF is attached.' : 'The invoice is numbered, posted, and emailed with its PDF.'}
      submit="Send"
    >
      {settings?.mailLeaves === false && (
        <Banner tone="info">No mail server is set up. The email stays in this installation’s outbox.</Banner>
      )}
      <FormField name="to" label="To" type="email" required autoFocus />
      <FormField
        name="subject"
        label="Subject"
        required
        hint={one.number ? undefined : '{number} is replaced with the invoice number.'}
      />
      <FormField name="message" label="Message" rows={8} required />
    </EntryDialog>
  );
}

/** To a customer who has credit, besides what the invoice asks for. */
function creditLine({ partyCredit, currency }: BusinessDocument): string {
  return partyCredit
    ? ` You have a credit of ${money(partyCredit.open, currency)} with us (${partyCredit.names.join(', ')}).`
    : '';
}

/**
 * Lines of the bank that money of this document may be: the way it goes, in its currency, not yet matched, and of an
 * open period.
 */
function useBankLines({ ledgerId, kind, credit, currency }: BusinessDocument) {
  const { closedUntil } = useFinance().ledger;
  return useCallback(
    async (search: string, signal: AbortSignal): Promise<Option[]> => {
      const { items } = await request(transactions.list, {
        query: {
          ledgerId,
          direction: (kind === 'invoice') !== credit ? 'in' : 'out',
          payableIn: currency,
          from: closedUntil ? addDays(closedUntil, 1) : undefined,
          search: search.trim() || undefined,
          limit: 20,
        },
        signal,
      });
      return items.map((line) => ({
        value: line.id,
        label: `${line.payee || 'Bank transaction'}, ${money(line.amount.replace('-', ''), line.currency)}`,
        detail: dayText(line.day),
      }));
    },
    [ledgerId, kind, credit, currency, closedUntil],
  );
}

/** Records a payment: a line of the bank that was not suggested, or what the bank does not tell of. */
export function PayDialog({ document: one, onClose }: ActProps) {
  const { today } = useFinance();
  const refresh = useRefresh();
  const { items } = useChart();
  const [line, setLine] = useState<Option | null>(null);
  const lines = useBankLines(one);
  const moneyAccounts = items.filter(
    (row) =>
      !row.archivedAt &&
      !row.accountId &&
      ['asset', 'liability', 'equity'].includes(row.type) &&
      !['receivable', 'payable'].includes(row.role) &&
      !['suspense', 'transit'].includes(row.system ?? ''),
  );
  const form = useContractForm(NewPayment, {
    defaultValues: {
      version: one.version,
      amount: one.due,
      day: today,
      note: '',
      accountId: undefined,
      transactionId: undefined,
    },
    failure: 'The payment was not recorded.',
    judge: 'onSubmit',
    onSubmit: async ({ amount, ...input }) => {
      // Of a line of the bank as much is taken as fits, and its day is the bank's.
      const body = line ? { version: input.version, transactionId: line.value, note: '' } : { amount, ...input };
      const paid = await call(documents.pay, { params: { id: one.id }, body });
      onClose();
      await refresh();
      const payment = paid.payments.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
      offerUndo({
        title: `${documentName(one)}: ${money(payment?.amount ?? one.due, one.currency)} recorded`,
        undo: async () => {
          if (payment) await call(documents.unpay, { params: { id: one.id, paymentId: payment.id } });
          await refresh();
        },
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={one.credit ? 'Record refund' : 'Record payment'}
      description="Match a bank transaction, or record a payment that is not in a bank account here, such as cash."
      submit="Record"
    >
      <ControlledField
        name="transactionId"
        label="Bank transaction"
        hint={line ? 'Applied up to the amount due.' : 'None. The payment is recorded manually.'}
      >
        {(_field, control) => (
          <Combobox
            {...control}
            label="Bank transaction"
            source={lines}
            placeholder="Search by payee"
            value={line}
            onChange={setLine}
          />
        )}
      </ControlledField>
      {!line && (
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            name="amount"
            label={`Amount in ${one.currency}`}
            inputMode="decimal"
            autoComplete="off"
            required
            autoFocus
          />
          <FormField name="day" label="Date" type="date" required />
        </div>
      )}
      {!line && (
        <ControlledField name="accountId" label={(one.kind === 'invoice') !== one.credit ? 'Deposit to' : 'Pay from'}>
          {({ value, onChange }, control) => (
            <Select
              {...control}
              placeholder="Cash on hand"
              options={moneyAccounts
                .filter((row) => row.system !== 'cash')
                .map((row) => ({ value: row.id, label: `${row.code} ${row.name}` }))}
              value={(value as string | undefined) ?? ''}
              onChange={(event) => onChange(event.target.value || undefined)}
            />
          )}
        </ControlledField>
      )}
      {!line && <FormField name="note" label="Note" autoComplete="off" optional />}
    </EntryDialog>
  );
}

/** Less is owed: a credit note of one's own on an invoice, a supplier's on a bill. */
export function CreditDialog({ document: one, onClose }: ActProps) {
  const { today } = useFinance();
  const refresh = useRefresh();
  const isInvoice = one.kind === 'invoice';
  const form = useContractForm(NewCredit, {
    defaultValues: { amount: one.due, day: today, reason: '', number: '' },
    failure: 'The credit note was not created. Try again.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      const credited = await call(documents.credit, { params: { id: one.id }, body });
      onClose();
      await refresh();
      const made = credited.payments
        .filter((payment) => payment.credit)
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
      offerUndo({
        title: `${made?.credit?.number ? `${made.credit.number}: ` : ''}${money(body.amount ?? one.due, one.currency)} credited`,
        undo: async () => {
          if (made) await call(documents.unpay, { params: { id: one.id, paymentId: made.id } });
          await refresh();
        },
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={isInvoice ? `Credit note for ${documentName(one)}` : 'Vendor credit note'}
      description={
        isInvoice
          ? 'Reduces what the customer owes. Income and tax are reversed in proportion. The credit note gets its own number.'
          : 'Reduces what you owe. Expense and tax are reversed in proportion.'
      }
      submit="Credit"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          name="amount"
          label={`Amount in ${one.currency}, tax included`}
          inputMode="decimal"
          autoComplete="off"
          required
          autoFocus
        />
        <FormField name="day" label="Date" type="date" required />
      </div>
      <FormField name="reason" label="Reason" required autoComplete="off" />
      {!isInvoice && <FormField name="number" label="Number" autoComplete="off" optional />}
    </EntryDialog>
  );
}

/** Voids with a reason; the entry is reversed on the day given. */
export function VoidDialog({ document: one, onClose }: ActProps) {
  const { today } = useFinance();
  const refresh = useRefresh();
  const form = useContractForm(documents.void.body, {
    defaultValues: { version: one.version, day: today, reason: '' },
    failure: 'The document was not voided. Try again.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(documents.void, { params: { id: one.id }, body });
      onClose();
      await refresh();
      toast({
        type: 'success',
        title: `${capital(one.credit ? 'credit note' : one.kind)} ${documentName(one)} voided`,
      });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`Void ${documentName(one)}?`}
      description="A reversing entry is posted, and the number can’t be reused. You can’t undo this."
      submit="Void"
    >
      <FormField name="day" label="Reversal date" type="date" required />
      <FormField name="reason" label="Reason" required autoFocus autoComplete="off" />
    </EntryDialog>
  );
}

const RepeatForm = NewSchedule.extend({ until: z.union([z.iso.date(), z.literal('')]) });

/** Lets a document come again. */
export function RepeatDialog({ document: one, onClose }: ActProps) {
  const { today } = useFinance();
  const refresh = useRefresh();
  const form = useContractForm(RepeatForm, {
    // This one is there already: the next is a month later.
    defaultValues: {
      documentId: one.id,
      name: `${one.party.name}: ${one.lines[0]?.description ?? ''}`.slice(0, 120),
      frequency: 'monthly',
      startDay: nextAfter({ start: one.day, frequency: 'monthly' }, one.day < today ? addDays(today, -1) : one.day)!,
      until: '',
      send: false,
    },
    failure: 'The recurring document was not saved. Try again.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await call(documents.createSchedule, { body: { ...body, until: body.until || null } });
      onClose();
      await refresh();
      toast({ type: 'success', title: `Repeats from ${dayText(body.startDay)}` });
    },
  });
  const [startDay, frequency, until] = form.methods.watch(['startDay', 'frequency', 'until']);
  // How many are made at once, because it begins in the past.
  const past = isDay(startDay) ? pastDays({ startDay, frequency, until }, startDay, today) : 0;
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title="Make recurring"
      description="Creates a copy with the same terms each time."
      submit="Make recurring"
    >
      <FormField name="name" label="Name" required autoFocus />
      <div className="grid gap-4 sm:grid-cols-3">
        <FormField
          name="frequency"
          label="How often"
          options={[
            { value: 'weekly', label: 'Weekly' },
            { value: 'monthly', label: 'Monthly' },
            { value: 'quarterly', label: 'Quarterly' },
            { value: 'yearly', label: 'Yearly' },
          ]}
        />
        <FormField name="startDay" label="Start date" type="date" required />
        <FormField name="until" label="End date" type="date" optional />
      </div>
      {past > 0 && (
        <Banner tone="warning">
          {capital(counted(past, one.kind))}{' '}
          {past === 1 ? 'is created now for a date that has' : 'are created now for dates that have'} passed.
        </Banner>
      )}
      {one.kind === 'invoice' && (
        <CheckboxField name="send" label="Issue and email automatically" hint="If off, each one is saved as a draft." />
      )}
    </EntryDialog>
  );
}
