import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { type MailAccount, type MailRule, mailRules } from '../contract.ts';
import { describeActs } from '../engine/rules.ts';
import { MAIL } from '../paths.ts';

/** Rules of a mailbox: in their order, with how they are. */
export default function RulesDialog({ accounts, onClose }: { accounts: readonly MailAccount[]; onClose: () => void }) {
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? '');
  const { data, error, refetch } = useQuery({
    ...read(mailRules.list, { query: { accountId } }),
    enabled: accountId !== '',
  });
  const [edited, setEdited] = useState<MailRule | 'new' | null>(null);
  if (edited)
    return (
      <RuleForm accountId={accountId} rule={edited === 'new' ? undefined : edited} onDone={() => setEdited(null)} />
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rules"
      description="Rules work on new emails, from top to bottom."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
            New rule
          </Button>
        </>
      }
    >
      {accounts.length > 1 && (
        <Select
          aria-label="Mailbox of the rules"
          className="mb-3"
          value={accountId}
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setAccountId(event.target.value)}
        />
      )}
      {error && <Failure error={error} what="Rules" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState title="No rules yet">Label, archive, or star emails as they arrive.</EmptyState>
      )}
      <ul className="divide-y divide-line">
        {data?.items.map((rule, n, all) => (
          <Rule
            key={rule.id}
            rule={rule}
            isFirst={n === 0}
            isLast={n === all.length - 1}
            onEdit={() => setEdited(rule)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Rule({
  rule,
  isFirst,
  isLast,
  onEdit,
}: {
  rule: MailRule;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
}) {
  const client = useQueryClient();
  const { id, name, acts, isOn, applied, appliedAt, failure, failedAt, version, position } = rule;
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast({ type: 'error', title: 'Rule not changed', description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: [MAIL.rules] });
  };
  const update = (change: object) =>
    run(() => call(mailRules.update, { params: { id }, body: { version, ...change } }));
  return (
    <li className="flex flex-wrap items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="text-xs text-muted first-letter:uppercase">
          {describeActs(acts)} ·{' '}
          {applied === 0 ? 'not applied yet' : `applied to ${applied.toLocaleString('en-US')} emails`}
          {appliedAt && (
            <>
              , last <RelativeTime value={appliedAt} />
            </>
          )}
        </p>
        {failure && failedAt && (
          <p className="text-xs text-danger-ink">
            Not working since <RelativeTime value={failedAt} />: {failure}
          </p>
        )}
      </div>
      <Switch aria-label={`Rule “${name}” is on`} checked={isOn} onCheckedChange={(on) => void update({ isOn: on })} />
      <IconButton
        label={`Move “${name}” up`}
        icon={<ArrowUp />}
        disabled={isFirst}
        onClick={() => void update({ position: position - 1 })}
      />
      <IconButton
        label={`Move “${name}” down`}
        icon={<ArrowDown />}
        disabled={isLast}
        onClick={() => void update({ position: position + 1 })}
      />
      <IconButton label={`Edit “${name}”`} icon={<Pencil />} onClick={onEdit} />
      <IconButton
        label={`Delete “${name}”`}
        icon={<Trash2 />}
        tone="danger"
        onClick={() => void run(() => call(mailRules.remove, { params: { id } }))}
      />
    </li>
  );
}

const YES_NO = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes' },
];
const Choice = z.enum(['no', 'yes']);
const RuleEntry = z.object({
  name: z.string().trim().min(1, 'Name is required.').max(100),
  conditions: z.object({
    from: z.string().max(200),
    to: z.string().max(200),
    subject: z.string().max(200),
    text: z.string().max(200),
    hasAttachment: Choice,
    isNewsletter: Choice,
  }),
  acts: z.object({ label: z.string().max(40), archive: Choice, markRead: Choice, star: Choice, trash: Choice }),
  endsHere: Choice,
});
type RuleEntry = z.infer<typeof RuleEntry>;

const choice = (on: boolean | undefined) => (on ? 'yes' : 'no');
const isYes = (value: 'no' | 'yes') => value === 'yes';
const conditionsOf = ({ hasAttachment, isNewsletter, ...words }: RuleEntry['conditions']) => ({
  ...words,
  hasAttachment: isYes(hasAttachment),
  isNewsletter: isYes(isNewsletter),
});
const actsOf = ({ label, archive, markRead, star, trash }: RuleEntry['acts']) => ({
  label,
  archive: isYes(archive),
  markRead: isYes(markRead),
  star: isYes(star),
  trash: isYes(trash),
});

function RuleForm({ accountId, rule, onDone }: { accountId: string; rule: MailRule | undefined; onDone: () => void }) {
  const client = useQueryClient();
  const form = useContractForm(RuleEntry, {
    defaultValues: {
      name: rule?.name ?? '',
      conditions: {
        from: rule?.conditions.from ?? '',
        to: rule?.conditions.to ?? '',
        subject: rule?.conditions.subject ?? '',
        text: rule?.conditions.text ?? '',
        hasAttachment: choice(rule?.conditions.hasAttachment),
        isNewsletter: choice(rule?.conditions.isNewsletter),
      },
      acts: {
        label: rule?.acts.label ?? '',
        archive: choice(rule?.acts.archive),
        markRead: choice(rule?.acts.markRead),
        star: choice(rule?.acts.star),
        trash: choice(rule?.acts.trash),
      },
      endsHere: choice(rule?.endsHere),
    },
    failure: 'The rule was not saved.',
    onSubmit: async ({ name, conditions, acts, endsHere }) => {
      const body = { name, conditions: conditionsOf(conditions), acts: actsOf(acts), endsHere: isYes(endsHere) };
      await (rule
        ? call(mailRules.update, { params: { id: rule.id }, body: { ...body, version: rule.version } })
        : call(mailRules.create, { body: { ...body, accountId } }));
      await client.invalidateQueries({ queryKey: [MAIL.rules] });
      onDone();
    },
  });
  const conditions = useWatch({ control: form.methods.control, name: 'conditions' });
  return (
    <EntryDialog
      form={form}
      title={rule ? 'Edit rule' : 'New rule'}
      description="All conditions that you fill in must hold."
      submit="Save rule"
      onClose={onDone}
    >
      <FormField<RuleEntry> name="name" label="Name" required />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField<RuleEntry> name="conditions.from" label="Sender contains" optional />
        <FormField<RuleEntry> name="conditions.to" label="Recipient contains" optional />
        <FormField<RuleEntry> name="conditions.subject" label="Subject contains" optional />
        <FormField<RuleEntry> name="conditions.text" label="Text contains" optional />
        <FormField<RuleEntry> name="conditions.hasAttachment" label="Has an attachment" options={YES_NO} />
        <FormField<RuleEntry> name="conditions.isNewsletter" label="Is a newsletter" options={YES_NO} />
      </div>
      <Trial accountId={accountId} conditions={conditions} />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField<RuleEntry> name="acts.label" label="Add label" optional />
        <FormField<RuleEntry> name="acts.archive" label="Archive" options={YES_NO} />
        <FormField<RuleEntry> name="acts.markRead" label="Mark as read" options={YES_NO} />
        <FormField<RuleEntry> name="acts.star" label="Star" options={YES_NO} />
        <FormField<RuleEntry> name="acts.trash" label="Move to trash" options={YES_NO} />
        <FormField<RuleEntry> name="endsHere" label="Skip later rules" options={YES_NO} />
      </div>
    </EntryDialog>
  );
}

/** Recent emails that the conditions match. */
function Trial({ accountId, conditions }: { accountId: string; conditions: RuleEntry['conditions'] }) {
  const [result, setResult] = useState<Awaited<ReturnType<typeof tryOut>>>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem('');
    try {
      setResult(await tryOut(accountId, conditions));
    } catch (error) {
      setProblem(messageFor(error, 'The rule was not tried.'));
    }
    setBusy(false);
  };
  return (
    <div className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" loading={busy} onClick={() => void run()}>
          Try rule
        </Button>
        <p role="status" className="text-sm text-muted">
          {problem ||
            (result
              ? `${result.matched} of the last ${result.checked} emails match.`
              : 'See which of the last 500 emails match. Nothing is changed.')}
        </p>
      </div>
      {result && result.examples.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {result.examples.map(({ threadId, from, subject, at }) => (
            <li key={`${threadId}${at}`} className="truncate">
              <span className="font-medium">{from}</span>: {subject || 'No subject'}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const tryOut = (accountId: string, conditions: RuleEntry['conditions']) =>
  call(mailRules.trial, { body: { accountId, conditions: conditionsOf(conditions) } });
