import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { useDiscard } from '../../../../web/form/unsaved.ts';
import { useHasPage } from '../../../../web/router/apps.ts';
import { useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { type ConvertLead, conversion } from '../../contract/lead-conversion.ts';
import type { Lead, LeadDuplicate } from '../../contract/leads.ts';
import { parseAmount } from '../../engine/opportunities/typed-amount.ts';
import { CRM } from '../../paths.ts';
import { useCompanySearch, useContactSearch } from '../../../../records/web/choices.ts';

const ReadersDialog = lazy(() => import('../../../../records/web/readers-dialog.tsx'));

interface ConvertDialogProps {
  lead: Lead;
  duplicates: readonly LeadDuplicate[];
  onUndo: () => Promise<void>;
  onClose: () => void;
}

const sure = (duplicate: LeadDuplicate) =>
  duplicate.kind === 'contact' && (duplicate.reason === 'email' || duplicate.reason === 'phone');

/** Dialog to convert a lead to a new or existing contact, a company, and optionally an opportunity. */
export default function ConvertDialog({ lead, duplicates, onUndo, onClose }: ConvertDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const go = useGo();
  const searchContacts = useContactSearch();
  const searchCompanies = useCompanySearch();
  // Suggests a contact with the same address or number instead of a duplicate.
  const [contact, setContact] = useState<Option | null>(() => {
    const known = duplicates.find(sure);
    return known ? { value: known.id, label: known.name } : null;
  });
  const [existing, setExisting] = useState(contact !== null);
  const [company, setCompany] = useState<Option | null>(
    lead.companyName ? { value: '', label: lead.companyName } : null,
  );
  const canSell = useHasPage('/opportunities');
  const [withOpportunity, setWithOpportunity] = useState(canSell);
  const [name, setName] = useState(lead.companyName || lead.name);
  const [amount, setAmount] = useState('');
  const [expectedClose, setExpectedClose] = useState('');
  const [sharing, setSharing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const mayClose = useDiscard({ contact, existing, company, withOpportunity, name, amount, expectedClose }, busy);

  const request = (): ConvertLead => ({
    version: lead.version,
    contact: existing && contact ? { how: 'existing', id: contact.value } : { how: 'new' },
    company:
      company === null
        ? { how: 'none' }
        : company.value
          ? { how: 'existing', id: company.value }
          : { how: 'named', name: company.label },
    // The banner above the form has said so.
    ...(lead.private && { everybodySees: true }),
    ...(withOpportunity && {
      opportunity: {
        name: name.trim(),
        ...(amount.trim() && { amount: parseAmount(amount)! }),
        expectedClose: expectedClose || null,
      },
    }),
  });
  const convert = async () => {
    if (existing && !contact) return setProblem('Choose a contact for this lead.');
    if (withOpportunity && !name.trim()) return setProblem('Enter a name for the opportunity.');
    if (withOpportunity && amount.trim() && parseAmount(amount) === undefined)
      return setProblem('Enter an amount such as 12,500.00.');
    setBusy(true);
    setProblem(undefined);
    try {
      const done = await call(conversion.convert, { params: { id: lead.id }, body: request() });
      await Promise.all(
        [CRM.contacts, CRM.companies, CRM.opportunities, CRM.activities, CRM.leads, `${CRM.leads}/${lead.id}`].map(
          (path) => client.invalidateQueries({ queryKey: [path] }),
        ),
      );
      client.setQueryData([`${CRM.leads}/${lead.id}`], done.lead);
      onClose();
      toast({
        type: 'success',
        title: `${lead.name} converted`,
        action: { label: 'Undo', onSelect: () => void onUndo() },
      });
      await go(`/contacts/${done.contact.id}`);
    } catch (error) {
      setProblem(messageFor(error, 'The lead could not be converted. No changes were saved.'));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={`Convert ${lead.name}`}
      description="You can undo the conversion."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            Convert lead
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void convert();
        }}
      >
        {problem && <Banner tone="danger">{problem}</Banner>}
        {lead.private && <PrivateLead withOpportunity={withOpportunity} onShare={() => setSharing(true)} />}
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-semibold">Contact</legend>
          <Choice
            name="contact"
            label={`New contact: ${lead.name}`}
            checked={!existing}
            onChange={() => setExisting(false)}
          />
          <Choice
            name="contact"
            label={`Existing contact, ${lead.private ? 'left unchanged' : 'with blank fields filled'}`}
            checked={existing}
            onChange={() => setExisting(true)}
          />
          {existing && (
            <Field label="Contact" hideLabel>
              {(control) => (
                <Combobox
                  {...control}
                  label="Contact"
                  source={searchContacts}
                  value={contact}
                  onChange={setContact}
                  placeholder="Search contacts"
                />
              )}
            </Field>
          )}
        </fieldset>
        <Field label="Company" hint="A new name creates a company. Leave blank for none.">
          {(control) => (
            <Combobox
              {...control}
              label="Company"
              source={searchCompanies}
              value={company}
              onChange={setCompany}
              placeholder="None"
              allowNew={(text) => `New company “${text}”`}
            />
          )}
        </Field>
        <fieldset className="grid gap-3" hidden={!canSell}>
          <legend className="mb-1 text-sm font-semibold">Opportunity</legend>
          <Checkbox
            label="Create an opportunity"
            checked={withOpportunity}
            onChange={(event) => setWithOpportunity(event.target.checked)}
          />
          {withOpportunity && (
            <>
              <Field label="Opportunity name" required>
                {(control) => (
                  <Input
                    {...control}
                    value={name}
                    maxLength={200}
                    autoComplete="off"
                    onChange={(event) => setName(event.target.value)}
                  />
                )}
              </Field>
              <div className="grid gap-3 sm:grid-cols-2">
                <Field label="Amount">
                  {(control) => (
                    <Input
                      {...control}
                      value={amount}
                      inputMode="decimal"
                      placeholder="12500"
                      autoComplete="off"
                      onChange={(event) => setAmount(event.target.value)}
                    />
                  )}
                </Field>
                <Field label="Expected close">
                  {(control) => (
                    <Input
                      {...control}
                      type="date"
                      value={expectedClose}
                      onChange={(event) => setExpectedClose(event.target.value)}
                    />
                  )}
                </Field>
              </div>
            </>
          )}
        </fieldset>
      </form>
      {sharing && (
        <Suspense fallback={null}>
          <ReadersDialog kind="lead" id={lead.id} name={lead.name} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}

/** Warns which data of a private lead others will see, with a button to share it first. */
function PrivateLead({ withOpportunity, onShare }: { withOpportunity: boolean; onShare: () => void }) {
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" onClick={onShare}>
          Who can see it…
        </Button>
      }
    >
      <p>
        This lead is private, but everyone can see contacts and companies. New ones get only the name, job title, and
        contact details. Existing ones are not changed.
      </p>
      <p className="mt-1">
        {withOpportunity
          ? 'The opportunity is private to the same people and gets the lead’s notes and files.'
          : 'Notes and files stay with the lead.'}
      </p>
    </Banner>
  );
}

function Choice({
  name,
  label,
  checked,
  onChange,
}: {
  name: string;
  label: string;
  checked: boolean;
  onChange: () => void;
}) {
  return (
    <label className="flex min-h-control cursor-pointer items-center gap-2 text-sm">
      <input type="radio" name={name} checked={checked} onChange={onChange} className="size-4 accent-accent" />
      {label}
    </label>
  );
}
