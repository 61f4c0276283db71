import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { decimal, min } from '../../../../kernel/money/index.ts';
import { fold } from '../../../../kernel/text.ts';
import { call, read } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { Link } from '../../../../web/router/link.tsx';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { money } from '../../../../web/ui/format.ts';
import { type BusinessDocument, documents, type DocumentSummary, NewApplication } from '../../contract/documents.ts';
import { attempt } from '../accounts/run-action.ts';
import { useFinance } from '../frame/use-finance.ts';
import { dayText } from '../personal/overview/labels.ts';
import { FOLLOWS, useRefresh } from './use-business.ts';
import { documentName, PAGE } from './labels.ts';

/** As the server keeps documents of one party together. */
const partyKey = ({ party }: BusinessDocument): string =>
  party.kind && party.id ? `${party.kind}:${party.id}` : `name:${fold(party.name)}`;

/** Open documents, or open credit notes, of the party of a document, in its currency. */
function useOpenOf(one: BusinessDocument, credit: boolean) {
  const found = useQuery({
    ...read(documents.list, {
      query: {
        ledgerId: one.ledgerId,
        kind: one.kind,
        credit: credit ? 'true' : undefined,
        status: 'unpaid',
        partyKey: partyKey(one),
        limit: 100,
      },
    }),
    meta: { follows: FOLLOWS },
  });
  const items = useMemo(
    () => found.data?.items.filter((other) => other.currency === one.currency),
    [found.data, one.currency],
  );
  return { ...found, items };
}

/** Puts as much of a credit against a document as fits or is wanted, and offers to take it back. */
function useApply(credit: { id: string }) {
  const refresh = useRefresh();
  return async (
    owed: Pick<DocumentSummary, 'id' | 'kind' | 'credit' | 'number' | 'reference'>,
    more: { amount?: string | undefined; day?: string | undefined } = {},
  ) => {
    const used = await call(documents.apply, { params: { id: credit.id }, body: { documentId: owed.id, ...more } });
    await refresh();
    const made = used.payments
      .filter((payment) => payment.against?.id === owed.id)
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
    offerUndo({
      title: `${made ? `${money(made.amount, used.currency)} of ` : ''}${documentName(used)} applied to ${documentName(owed)}`,
      undo: async () => {
        if (made) await call(documents.unpay, { params: { id: credit.id, paymentId: made.id } });
        await refresh();
      },
    });
  };
}

/** Puts a credit note against an open invoice (of a supplier's: a bill) of the same party. */
export function ApplyDialog({ document: one, onClose }: { document: BusinessDocument; onClose: () => void }) {
  const { items, error, refetch } = useOpenOf(one, false);
  if (error && !items) return <Failure error={error} what="Documents to apply it to" onRetry={() => void refetch()} />;
  if (items?.length === 0) {
    const noun = one.kind === 'invoice' ? 'invoice' : 'bill';
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`No open ${noun}`}
        description={`${one.party.name} has no open ${noun} in ${one.currency}. The credit stays open until you apply or refund it.`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        {null}
      </Dialog>
    );
  }
  return items ? <ApplyForm credit={one} open={items} onClose={onClose} /> : null;
}

function ApplyForm({
  credit,
  open,
  onClose,
}: {
  credit: BusinessDocument;
  open: readonly DocumentSummary[];
  onClose: () => void;
}) {
  const { today } = useFinance();
  const apply = useApply(credit);
  // Earliest due date first.
  const options = useMemo(() => open.toSorted((a, b) => (a.dueDay < b.dueDay ? -1 : 1)), [open]);
  const first = options[0]!;
  const form = useContractForm(NewApplication, {
    defaultValues: { documentId: first.id, amount: fitting(credit, first), day: today },
    failure: 'The credit was not applied. Try again.',
    judge: 'onSubmit',
    onSubmit: async ({ documentId, ...more }) => {
      await apply(
        options.find((other) => other.id === documentId)!,
        more,
      );
      onClose();
    },
  });
  const isInvoice = credit.kind === 'invoice';
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`Apply ${documentName(credit)} to ${isInvoice ? 'an invoice' : 'a bill'}`}
      description={`No money moves. The amount you apply reduces the ${isInvoice ? 'invoice' : 'bill'}. ${money(credit.due, credit.currency)} is available.`}
      submit="Apply credit"
    >
      <FormField
        name="documentId"
        label={isInvoice ? 'Invoice' : 'Bill'}
        options={options.map((other) => ({
          value: other.id,
          label: `${documentName(other)}, ${money(other.due, other.currency)} due ${dayText(other.dueDay)}`,
        }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          name="amount"
          label={`Amount in ${credit.currency}`}
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <FormField name="day" label="Date" type="date" required />
      </div>
    </EntryDialog>
  );
}

const fitting = (credit: { due: string }, owed: { due: string }): string =>
  min(decimal(credit.due), decimal(owed.due)).toFixed();

/** Credit that the party of an open document has: used with one press. */
export function Credits({ document: one }: { document: BusinessDocument }) {
  const { canEdit, linkSearch } = useFinance();
  const { items } = useOpenOf(one, true);
  if (!items || items.length === 0) return null;
  return (
    <section aria-label="Credit" className="grid gap-1.5">
      <h3 className="text-xs font-medium text-muted">{one.kind === 'invoice' ? 'Customer credit' : 'Vendor credit'}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line px-3 text-sm">
        {items.map((credit) => (
          <li key={credit.id} data-testid="credit" className="flex items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <Link
                to={PAGE}
                search={{
                  ...linkSearch,
                  tab: one.kind === 'invoice' ? 'invoices' : 'bills',
                  credit: true,
                  open: credit.id,
                }}
                className="text-accent-ink underline-offset-2 hover:underline"
              >
                {documentName(credit)}
              </Link>
              , <span className="tabular">{money(credit.due, credit.currency)}</span> left
            </span>
            {canEdit && <Use credit={credit} owed={one} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Use({ credit, owed }: { credit: DocumentSummary; owed: BusinessDocument }) {
  const apply = useApply(credit);
  return (
    <Button size="sm" onClick={() => void attempt('Couldn’t apply the credit', () => apply(owed))}>
      Apply {money(fitting(credit, owed), credit.currency)}
    </Button>
  );
}
