import { useQuery } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import Undo2 from 'lucide-react/icons/undo-2';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call, download, read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Menu, MenuItem } from '../../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Sheet } from '../../../../web/ui/sheet.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { DayText, RelativeTime } from '../../../../web/ui/time.tsx';
import { type BusinessDocument, documents } from '../../contract/documents.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { Match } from './close-section.tsx';
import { documentRead, FOLLOWS, useBusinessSearch, useRefresh } from './use-business.ts';
import { capital, documentName, PAGE, STATUS_TONES, statusLabel } from './labels.ts';

const DocumentDialog = lazy(() => import('./document-dialog.tsx'));
const SendDialog = lazy(() => import('./document-acts.tsx').then((module) => ({ default: module.SendDialog })));
const PayDialog = lazy(() => import('./document-acts.tsx').then((module) => ({ default: module.PayDialog })));
const CreditDialog = lazy(() => import('./document-acts.tsx').then((module) => ({ default: module.CreditDialog })));
const VoidDialog = lazy(() => import('./document-acts.tsx').then((module) => ({ default: module.VoidDialog })));
const ApplyDialog = lazy(() => import('./credit-acts.tsx').then((module) => ({ default: module.ApplyDialog })));
const Credits = lazy(() => import('./credit-acts.tsx').then((module) => ({ default: module.Credits })));
const RepeatDialog = lazy(() => import('./document-acts.tsx').then((module) => ({ default: module.RepeatDialog })));

type Open = 'edit' | 'send' | 'pay' | 'credit' | 'creditPaid' | 'apply' | 'void' | 'repeat';

/** An invoice or a bill with all that happened to it. */
export default function DocumentSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(documentRead(id));
  const [open, setOpen] = useState<Open>();
  const [, setSearch] = useBusinessSearch();
  const { canEdit } = useFinance();
  const close = () => setOpen(undefined);
  const title = data ? (
    <span className="flex items-center gap-2">
      {data.credit ? 'Credit note' : capital(data.kind)} {documentName(data)}{' '}
      <Badge tone={STATUS_TONES[data.status]}>{statusLabel(data)}</Badge>
    </span>
  ) : (
    'Loading…'
  );
  return (
    <>
      <Sheet
        open
        onOpenChange={onClose}
        title={title}
        description={data?.party.name}
        footer={data && canEdit && <Acts document={data} onOpen={setOpen} onGone={onClose} />}
      >
        {error && !data && <Failure error={error} what="Document" onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-80 w-full" />}
        {data && (
          <div data-testid="record">
            <Body document={data} />
          </div>
        )}
      </Sheet>
      {data && (
        <Suspense fallback={null}>
          {open === 'edit' && <DocumentDialog kind={data.kind} document={data} onClose={close} onSaved={close} />}
          {open === 'send' && <SendDialog document={data} onClose={close} />}
          {open === 'pay' && <PayDialog document={data} onClose={close} />}
          {open === 'credit' && <CreditDialog document={data} onClose={close} />}
          {open === 'creditPaid' && (
            <DocumentDialog
              kind={data.kind}
              credit
              credits={data}
              onClose={close}
              onSaved={(made) => {
                close();
                setSearch({ credit: true, both: false, status: '', q: '', open: made.id });
              }}
            />
          )}
          {open === 'apply' && <ApplyDialog document={data} onClose={close} />}
          {open === 'void' && <VoidDialog document={data} onClose={close} />}
          {open === 'repeat' && <RepeatDialog document={data} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}

function Acts({
  document: one,
  onOpen,
  onGone,
}: {
  document: BusinessDocument;
  onOpen: (open: Open) => void;
  onGone: () => void;
}) {
  const refresh = useRefresh();
  const [, setSearch] = useBusinessSearch();
  const [busy, setBusy] = useState(false);
  const noun = one.credit ? 'credit note' : one.kind;
  const params = { id: one.id };
  const issue = async () => {
    setBusy(true);
    const issued = await attempt(`Couldn’t issue the ${noun}`, () =>
      call(documents.issue, { params, body: { version: one.version } }),
    );
    await refresh();
    setBusy(false);
    if (issued)
      toast({ type: 'success', title: one.kind === 'invoice' ? `${issued.number} issued` : `${capital(noun)} posted` });
  };
  const remove = async () => {
    const gone = await attempt('Couldn’t delete the draft', () => call(documents.remove, { params }).then(() => true));
    if (!gone) return;
    onGone();
    await refresh();
    offerUndo({
      title: 'Draft deleted',
      undo: async () => {
        await call(documents.restore, { params });
        await refresh();
      },
    });
  };
  const duplicate = async () => {
    const made = await attempt('Couldn’t duplicate the document', () => call(documents.duplicate, { params }));
    await refresh();
    if (made) setSearch({ open: made.id });
  };
  const isOpen = one.status !== 'draft' && one.status !== 'void';
  return (
    <>
      <Menu trigger={<Button className="mr-auto">More</Button>}>
        <MenuItem onSelect={() => void duplicate()}>Duplicate</MenuItem>
        {!one.credit && <MenuItem onSelect={() => onOpen('repeat')}>Make recurring…</MenuItem>}
        {one.status === 'draft' && <MenuItem onSelect={() => void remove()}>Delete draft</MenuItem>}
        {isOpen && !one.credit && one.due !== '0' && (
          <MenuItem onSelect={() => onOpen('credit')}>
            {one.kind === 'invoice' ? 'Credit note…' : 'Vendor credit note…'}
          </MenuItem>
        )}
        {isOpen && !one.credit && one.paid !== one.credited && (
          <MenuItem onSelect={() => onOpen('creditPaid')}>Credit paid amount…</MenuItem>
        )}
        {isOpen && <MenuItem onSelect={() => onOpen('void')}>Void…</MenuItem>}
      </Menu>
      <Button
        icon={<FileText />}
        onClick={() =>
          void attempt('Couldn’t download the PDF', () =>
            download(documents.pdf, `${documentName(one)}.pdf`, { params }),
          )
        }
      >
        PDF
      </Button>
      {one.status === 'draft' && <Button onClick={() => onOpen('edit')}>Edit</Button>}
      {one.status === 'draft' && (
        <Button loading={busy} variant={one.kind === 'bill' ? 'primary' : 'secondary'} onClick={() => void issue()}>
          {one.kind === 'invoice' ? 'Issue' : 'Post'}
        </Button>
      )}
      {isOpen && one.credit && one.due !== '0' && <Button onClick={() => onOpen('apply')}>Apply to…</Button>}
      {isOpen && one.due !== '0' && (
        <Button variant={one.kind === 'bill' || one.sent ? 'primary' : 'secondary'} onClick={() => onOpen('pay')}>
          {one.credit ? 'Record refund' : 'Record payment'}
        </Button>
      )}
      {one.kind === 'invoice' && one.status !== 'void' && one.status !== 'paid' && (
        <Button variant={one.sent ? 'secondary' : 'primary'} onClick={() => onOpen('send')}>
          {one.sent ? 'Send again' : 'Send'}
        </Button>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-1.5">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

const nounOf = ({ credit, against }: BusinessDocument['payments'][number]): string =>
  credit ? 'credit note' : against ? 'use' : 'payment';

const creditName = ({ number }: { number: string }): string => (number ? `Credit note ${number}` : 'Credit note');

/** The party's credit next to the amount due; it is used further down. */
function CreditBanner({
  document: one,
  credit: { open, due, net },
}: {
  document: BusinessDocument;
  credit: NonNullable<BusinessDocument['partyCredit']>;
}) {
  const amount = (value: string) => <span className="tabular">{money(value, one.currency)}</span>;
  if (one.kind === 'bill')
    return (
      <Banner>
        {one.party.name} owes you {amount(open)} of credit: of the {amount(due)} that is due to them, {amount(net)}{' '}
        remains with it.
      </Banner>
    );
  if (net === '0')
    return (
      <Banner>
        {one.party.name} has {amount(open)} of credit, which covers all that is due, {amount(due)}: no reminder goes
        out. Put the credit against the invoice below.
      </Banner>
    );
  return (
    <Banner>
      {one.party.name} has {amount(open)} of credit: of the {amount(due)} that is due, {amount(net)} remains. Reminders
      mention the credit.
    </Banner>
  );
}

const SENT: Readonly<Record<NonNullable<BusinessDocument['sent']>['how'], string>> = {
  queued: 'is being sent',
  handed_over: 'was sent',
  kept: 'is in this installation’s outbox. No mail server is set up',
  failed: 'could not be sent',
};

function Body({ document: one }: { document: BusinessDocument }) {
  const { linkSearch, canEdit } = useFinance();
  const refresh = useRefresh();
  const amount = (value: string) => money(value, one.currency);
  const tab = one.kind === 'invoice' ? 'invoices' : 'bills';
  const takeBack = async (what: string, paymentId: string) => {
    if (
      !(await confirm({
        title: `Reverse the ${what}?`,
        description: 'A reversing entry is posted, and the amount due is restored.',
        action: 'Reverse',
      }))
    )
      return;
    await attempt('Couldn’t reverse it', () => call(documents.unpay, { params: { id: one.id, paymentId } }));
    await refresh();
  };
  return (
    <div className="grid gap-5">
      {one.status === 'void' && (
        <Banner tone="warning">
          Voided <DayText value={one.voidedOn!} />: {one.voidReason}
        </Banner>
      )}
      {one.sent && (
        <Banner tone={one.sent.how === 'handed_over' ? 'success' : one.sent.how === 'failed' ? 'danger' : 'info'}>
          The email to {one.sent.to} {SENT[one.sent.how]} (<RelativeTime value={one.sent.at} />
          ).
        </Banner>
      )}
      {one.partyCredit && one.partyCredit.due !== '0' && <CreditBanner document={one} credit={one.partyCredit} />}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-4">
        {[
          ['Date', <DayText key="day" value={one.day} />],
          one.credit
            ? [
                'Credits',
                one.credits ? (
                  <Link
                    key="of"
                    to={PAGE}
                    search={{ ...linkSearch, tab, open: one.credits.id }}
                    className="text-accent-ink underline-offset-2 hover:underline"
                  >
                    {one.credits.name}
                  </Link>
                ) : (
                  'Not linked'
                ),
              ]
            : ['Due', <DayText key="due" value={one.dueDay} />],
          ['Total', amount(one.total)],
          [one.credit ? 'Left' : 'Amount due', one.status === 'draft' ? '–' : amount(one.due)],
        ].map(([label, value]) => (
          <div key={label as string}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <Part title="Lines">
        <ul className="divide-y divide-line rounded-lg border border-line text-sm">
          {one.lines.map((line, index) => (
            <li key={`${index}/${line.description}`} className="flex items-baseline gap-3 px-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block">{line.description}</span>
                <span className="tabular text-xs text-muted">
                  {line.quantity} × {amount(line.unitPrice)}
                  {line.discountPercent && `, ${line.discountPercent}% off`}
                  {line.taxPercent && `, ${line.taxPercent}% ${line.taxName || 'tax'}`}
                  {line.secondTaxPercent && ` + ${line.secondTaxPercent}% ${line.secondTaxName || 'tax'}`}
                </span>
              </span>
              <span className="tabular">{amount(line.amount)}</span>
            </li>
          ))}
        </ul>
        <dl className="ml-auto grid w-full max-w-64 grid-cols-2 gap-y-0.5 text-sm">
          <dt className="text-muted">Subtotal</dt>
          <dd className="tabular text-right">{amount(one.subtotal)}</dd>
          {one.discountTotal !== '0' && (
            <>
              <dt className="text-muted">Discount</dt>
              <dd className="tabular text-right">−{amount(one.discountTotal)}</dd>
            </>
          )}
          {one.taxes.map((tax) => (
            <div key={`${tax.name} ${tax.percent}`} className="contents">
              <dt className="text-muted">
                {one.pricesIncludeTax && 'Includes '}
                {tax.name || 'Tax'} {tax.percent}%
              </dt>
              <dd className="tabular text-right">{amount(tax.tax)}</dd>
            </div>
          ))}
          <dt className="font-medium">Total</dt>
          <dd className="tabular text-right font-semibold">{amount(one.total)}</dd>
        </dl>
      </Part>
      {one.payments.length > 0 && (
        <Part
          title={
            one.credit
              ? 'Applied and refunded'
              : one.credited === '0' && !one.payments.some((payment) => payment.against)
                ? 'Payments'
                : 'Payments and credit notes'
          }
        >
          <ul className="divide-y divide-line text-sm">
            {one.payments.map((payment) => (
              <li key={payment.id} data-testid="payment" className="flex items-center gap-3 py-1.5">
                <DayText value={payment.day} />
                <span className={`min-w-0 flex-1 text-muted ${payment.credit ? 'break-words' : 'truncate'}`}>
                  {payment.transaction ? (
                    <Link
                      to={PAGE}
                      search={{ ...linkSearch, tab: 'transactions', period: 'all', open: payment.transaction.id }}
                      className="text-accent-ink underline-offset-2 hover:underline"
                    >
                      {payment.transaction.payee || 'Bank transaction'}
                    </Link>
                  ) : payment.against ? (
                    <Link
                      to={PAGE}
                      search={{ ...linkSearch, tab, credit: one.credit ? undefined : true, open: payment.against.id }}
                      className="text-accent-ink underline-offset-2 hover:underline"
                    >
                      {payment.against.name}
                    </Link>
                  ) : payment.credit ? (
                    `${creditName(payment.credit)}: ${payment.credit.reason}`
                  ) : (
                    payment.note || 'Manual'
                  )}
                </span>
                <span className="tabular">{amount(payment.amount)}</span>
                {payment.credit && (
                  <IconButton
                    size="sm"
                    label={`${creditName(payment.credit)} as PDF`}
                    icon={<FileText />}
                    onClick={() =>
                      void attempt('Couldn’t download the PDF', () =>
                        download(documents.creditPdf, `${creditName(payment.credit!)}.pdf`, {
                          params: { id: one.id, paymentId: payment.id },
                        }),
                      )
                    }
                  />
                )}
                {canEdit && (
                  <IconButton
                    size="sm"
                    label={`Reverse the ${nounOf(payment)} of ${amount(payment.amount)}`}
                    icon={<Undo2 />}
                    onClick={() => void takeBack(`${nounOf(payment)} of ${amount(payment.amount)}`, payment.id)}
                  />
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {one.status !== 'draft' && one.status !== 'void' && one.due !== '0' && <Suggestions document={one} />}
      {!one.credit && one.status !== 'draft' && one.status !== 'void' && one.due !== '0' && (
        <Suspense fallback={null}>
          <Credits document={one} />
        </Suspense>
      )}
      {one.reminders.length > 0 && (
        <Part title="Reminders">
          <ul className="text-sm">
            {one.reminders.map((reminder) => (
              <li key={reminder.daysAfter}>
                {reminder.daysAfter} days after the due date, to {reminder.to} (<RelativeTime value={reminder.at} />)
              </li>
            ))}
          </ul>
        </Part>
      )}
      {one.note && (
        <Part title="Note">
          <p className="text-sm whitespace-pre-line">{one.note}</p>
        </Part>
      )}
      {one.party.id && (
        <p className="text-sm">
          <Link
            to={`/${one.party.kind === 'contact' ? 'contacts' : 'companies'}/${one.party.id}`}
            className="text-accent-ink underline-offset-2 hover:underline"
          >
            Open {one.party.name}
          </Link>
        </p>
      )}
      {one.entryId && (
        <p className="text-sm">
          <Link
            to={PAGE}
            search={{ ...linkSearch, tab: 'journal', period: 'all', open: one.entryId }}
            className="text-accent-ink underline-offset-2 hover:underline"
          >
            Journal entry
          </Link>
        </p>
      )}
    </div>
  );
}

function Suggestions({ document: one }: { document: BusinessDocument }) {
  const { data } = useQuery({
    ...read(documents.suggestions, { query: { ledgerId: one.ledgerId, kind: one.kind, documentId: one.id } }),
    meta: { follows: FOLLOWS },
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Part title={one.credit ? 'Possible refund' : 'Possible payment'}>
      <ul className="divide-y divide-line rounded-lg border border-line px-3">
        {data.items.map((item) => (
          <Match key={item.transaction.id} one={item} kind={one.kind} />
        ))}
      </ul>
    </Part>
  );
}
