import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { NewTaxPayment, tax, type TaxPayment, TaxPaymentUpdate } from '../../contract/tax.ts';
import { attempt } from '../accounts/run-action.ts';
import { useRefresh } from './use-tax.ts';

interface Props {
  profileId: string;
  year: number;
  today: string;
  payment?: TaxPayment | undefined;
  amount?: string | undefined;
  onClose: () => void;
}

/** An estimated payment: recorded, changed, deleted. */
export default function PaymentDialog({ payment, ...rest }: Props) {
  return payment ? <Change payment={payment} {...rest} /> : <Enter {...rest} />;
}

function Enter({ profileId, year, today, amount = '', onClose }: Omit<Props, 'payment'>) {
  const refresh = useRefresh();
  const form = useContractForm(NewTaxPayment, {
    defaultValues: { year, day: today, amount, label: '' },
    failure: 'The payment could not be recorded.',
    onSubmit: async (body) => {
      await call(tax.addPayment, { params: { id: profileId }, body });
      onClose();
      await refresh();
      toast({ type: 'success', title: 'Payment recorded' });
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`Payment for ${year}`}
      description="Record a payment you made to the IRS. This does not send money."
      submit="Record payment"
    >
      <Fields />
    </EntryDialog>
  );
}

function Change({ profileId, payment, onClose }: Props & { payment: TaxPayment }) {
  const refresh = useRefresh();
  const { version, day, amount, label } = payment;
  const params = { id: profileId, itemId: payment.id };
  const form = useContractForm(TaxPaymentUpdate, {
    defaultValues: { version, day, amount, label },
    failure: 'The payment could not be saved.',
    onSubmit: async (body) => {
      await call(tax.updatePayment, { params, body });
      onClose();
      await refresh();
    },
  });
  const remove = () =>
    attempt('Couldn’t delete the payment', async () => {
      await call(tax.removeItem, { params });
      onClose();
      await refresh();
      offerUndo({
        title: 'Payment deleted',
        undo: async () => {
          await call(tax.restoreItem, { params });
          await refresh();
        },
      });
    });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={`Payment of ${day}`}
      submit="Save"
      aside={
        <Button variant="link" className="mr-auto" onClick={() => void remove()}>
          Delete
        </Button>
      }
    >
      <Fields />
    </EntryDialog>
  );
}

function Fields() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<NewTaxPayment>
          name="amount"
          label="Amount in US dollars"
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          required
        />
        <FormField<NewTaxPayment> name="day" label="Paid on" type="date" />
      </div>
      <FormField<NewTaxPayment> name="label" label="Note" placeholder="IRS Direct Pay" autoComplete="off" optional />
    </>
  );
}
