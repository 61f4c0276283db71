import { useQuery } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { cx } from '../../../web/ui/cx.ts';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { type ApprovalKind, type ApprovalTab, type ApprovalView, approvals } from '../contract.ts';
import type { QueueSearch } from './search.ts';

interface QueueHeaderProps {
  tab: ApprovalTab;
  search: QueueSearch;
  kinds: readonly ApprovalKind[];
  onChange: (change: Partial<QueueSearch>, options?: { replace?: boolean }) => void;
  /** Absent for those who may not make rules. */
  onRules?: () => void;
}

const TABS: Record<ApprovalTab, string> = { incoming: 'Incoming leads', outgoing: 'Outgoing actions' };
const VIEWS: Record<ApprovalView, string> = { waiting: 'Waiting', snoozed: 'Snoozed', decided: 'Decided' };

/** Which part of the queue one looks at. */
export function QueueHeader({ tab, search, kinds, onChange, onRules }: QueueHeaderProps) {
  const { data: count } = useQuery(read(approvals.count));
  return (
    <header className="border-b border-line px-4 pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="page-title">Lead approval</h1>
        {onRules && (
          <Button icon={<ShieldCheck />} onClick={onRules}>
            Rules
          </Button>
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 pb-2">
        <Choice
          label="What"
          value={tab}
          choices={TABS}
          counts={count}
          onChange={(value) => onChange({ tab: value, kind: '', open: '' })}
        />
        <Choice
          label="Which"
          value={search.view}
          choices={VIEWS}
          onChange={(value) => onChange({ view: value, open: '' })}
        />
        <span className="w-40 sm:w-56">
          <Input
            aria-label="Search requests"
            type="search"
            placeholder="Search"
            value={search.search}
            onChange={(event) => onChange({ search: event.target.value, open: '' }, { replace: true })}
          />
        </span>
        {kinds.length > 1 && (
          <Select
            aria-label="Type"
            className="w-44"
            placeholder="All types"
            value={search.kind}
            options={kinds.map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => onChange({ kind: event.target.value, open: '' })}
          />
        )}
      </div>
    </header>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: Record<T, string>;
  counts?: Partial<Record<T, number>>;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, choices, counts, onChange }: ChoiceProps<T>) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-control p-0.5">
      {(Object.keys(choices) as T[]).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className={cx(
            'inline-flex min-h-7 items-center gap-1.5 rounded-sm px-2 text-sm',
            one === value ? 'bg-accent-soft font-medium text-accent-ink' : 'text-muted hover:text-ink',
          )}
        >
          {choices[one]}
          {counts?.[one] !== undefined && <span className="tabular text-xs">{counts[one].toLocaleString()}</span>}
        </button>
      ))}
    </div>
  );
}
