import { useId, useState } from 'react';
import { ApiError, messageFor } from '../../../../../web/api/error.ts';
import { call } from '../../../../../web/api/request.ts';
import { useDiscard } from '../../../../../web/form/unsaved.ts';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../../web/ui/checkbox.tsx';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { Field } from '../../../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../../../web/ui/multi-combobox.tsx';
import type { Option } from '../../../../../web/ui/use-options.ts';
import { FORM_FIELDS, type FormFieldName, type LeadForm, leadForms } from '../../../contract/lead-forms.ts';
import { useOwners, useTagSearch } from '../../../../../records/web/choices.ts';
import { useAct } from '../../../../../records/web/use-row-action.ts';

const LABELS: Record<FormFieldName, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  companyName: 'Company',
  title: 'Title',
  website: 'Website',
  city: 'City',
  country: 'Country',
  message: 'Message',
};

interface Asked {
  name: FormFieldName;
  label: string;
  asked: boolean;
  required: boolean;
}

function askedOf(form: LeadForm | undefined): Asked[] {
  const chosen = new Map(
    (
      form?.fields ??
      ([
        { name: 'lastName', label: 'Name', required: true },
        { name: 'email', label: 'Email', required: true },
        { name: 'message', label: 'Message', required: false },
      ] as const)
    ).map((field) => [field.name, field]),
  );
  return FORM_FIELDS.map((name) => {
    const field = chosen.get(name);
    return {
      name,
      label: field?.label ?? LABELS[name],
      asked: field !== undefined,
      required: field?.required ?? false,
    };
  });
}

/** Settings of a form: its questions, the resulting lead, and the websites that may embed it. */
export default function FormDialog({ form, onClose }: { form?: LeadForm; onClose: () => void }) {
  const formId = useId();
  const owners = useOwners();
  const searchTags = useTagSearch('lead');
  const act = useAct(leadForms.list.path);
  const [name, setName] = useState(form?.name ?? '');
  const [fields, setFields] = useState(() => askedOf(form));
  const [source, setSource] = useState(form?.source ?? '');
  const [owner, setOwner] = useState<Option | null>(
    form?.ownerId ? { value: form.ownerId, label: owners.nameOf(form.ownerId) } : null,
  );
  const [tags, setTags] = useState<Option[]>(form?.tags.map((tag) => ({ value: tag, label: tag })) ?? []);
  const [button, setButton] = useState(form?.button ?? 'Send');
  const [thanks, setThanks] = useState(form?.thanks ?? 'Thank you. We will be in touch soon.');
  const [consentText, setConsentText] = useState(form?.consentText ?? '');
  const [origins, setOrigins] = useState(form?.origins.join('\n') ?? '');
  const [language, setLanguage] = useState(form?.language ?? '');
  const [confirmEmail, setConfirmEmail] = useState(form?.confirmEmail ?? false);
  const [needsApproval, setNeedsApproval] = useState(form?.needsApproval ?? false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const mayClose = useDiscard(
    [
      name,
      fields,
      source,
      owner?.value,
      tags,
      button,
      thanks,
      consentText,
      origins,
      confirmEmail,
      needsApproval,
      language,
    ],
    busy,
  );
  const change = (which: FormFieldName, part: Partial<Asked>) =>
    setFields((all) => all.map((field) => (field.name === which ? { ...field, ...part } : field)));

  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const body = {
      name: name.trim(),
      fields: fields
        .filter((field) => field.asked)
        .map((field) => ({ name: field.name, label: field.label.trim(), required: field.required })),
      source: source.trim(),
      ownerId: owner?.value ?? null,
      tags: tags.map((tag) => tag.value),
      button: button.trim(),
      thanks: thanks.trim(),
      consentText: consentText.trim(),
      origins: origins.split(/\s+/).filter(Boolean),
      confirmEmail,
      needsApproval,
      language: language.trim(),
    };
    let refused: unknown;
    const done = await act('Form saved', 'Couldn’t save the form', () =>
      (form
        ? call(leadForms.update, { params: { id: form.id }, body: { ...body, version: form.version } })
        : call(leadForms.create, { body })
      ).catch((error: unknown) => {
        refused = error;
        throw error;
      }),
    );
    if (done) return onClose();
    setBusy(false);
    setProblem(
      refused instanceof ApiError && refused.fields.length > 0
        ? refused.fields.map((field) => field.message).join(' ')
        : messageFor(refused, 'Try again.'),
    );
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={form ? 'Edit form' : 'New form'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            Save form
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Field label="Name" hint="Visitors do not see it." required>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={80}
              autoComplete="off"
              autoFocus
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Fields</legend>
          <ul className="grid gap-1">
            {fields.map((field) => (
              <li key={field.name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Checkbox
                  label={LABELS[field.name]}
                  className="w-32"
                  checked={field.asked}
                  onChange={(event) => change(field.name, { asked: event.target.checked })}
                />
                {field.asked && (
                  <>
                    <Checkbox
                      label="Required"
                      aria-label={`Required: ${LABELS[field.name]}`}
                      className="max-sm:ml-auto"
                      checked={field.required}
                      onChange={(event) => change(field.name, { required: event.target.checked })}
                    />
                    <span className="flex-1 max-sm:mb-2 max-sm:basis-full">
                      <Input
                        aria-label={`Label of ${LABELS[field.name]}`}
                        value={field.label}
                        maxLength={80}
                        onChange={(event) => change(field.name, { label: event.target.value })}
                      />
                    </span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Button">
            {(control) => (
              <Input {...control} value={button} maxLength={40} onChange={(event) => setButton(event.target.value)} />
            )}
          </Field>
          <Field label="Lead source" hint="If blank, the form name is used.">
            {(control) => (
              <Input
                {...control}
                value={source}
                maxLength={120}
                autoComplete="off"
                onChange={(event) => setSource(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Field label="Thank-you message">
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={500}
              value={thanks}
              onChange={(event) => setThanks(event.target.value)}
            />
          )}
        </Field>
        <Field label="Consent" hint="If you enter text, visitors must check it. The lead stores what they agreed to.">
          {(control) => (
            <Input
              {...control}
              value={consentText}
              maxLength={500}
              placeholder="You may contact me about my request."
              onChange={(event) => setConsentText(event.target.value)}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Owner">
            {(control) => (
              <Combobox
                {...control}
                label="Owner"
                source={owners.options}
                value={owner}
                onChange={setOwner}
                placeholder="By assignment rules"
              />
            )}
          </Field>
          <Field label="Tags">
            {(control) => (
              <MultiCombobox
                {...control}
                label="Tags"
                source={searchTags}
                value={tags}
                onChange={setTags}
                create={(tag) => ({ value: tag, label: tag })}
              />
            )}
          </Field>
        </div>
        <Field label="Allowed sites" hint="One per line, such as https://www.example.com. Leave blank for any site.">
          {(control) => (
            <Textarea {...control} rows={2} value={origins} onChange={(event) => setOrigins(event.target.value)} />
          )}
        </Field>
        <Field label="Language of its page" hint="Such as en, es-MX, or ar. Blank: that of your public pages.">
          {(control) => (
            <Input {...control} value={language} maxLength={35} onChange={(event) => setLanguage(event.target.value)} />
          )}
        </Field>
        <Checkbox
          label="Require email confirmation"
          hint="Only people who open the link in the email become leads."
          checked={confirmEmail}
          onChange={(event) => setConfirmEmail(event.target.checked)}
        />
        <Checkbox
          label="Require approval"
          hint="Entries wait under Lead Approval until someone or a rule approves them."
          checked={needsApproval}
          onChange={(event) => setNeedsApproval(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}
