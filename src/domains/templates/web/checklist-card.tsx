import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { ProgressBar } from '../../../web/ui/progress-bar.tsx';
import { DayText } from '../../../web/ui/time.tsx';
import { checklist, type OnboardingStep } from '../contract/onboarding.ts';

const SHOWN = 4;

/** The client's own open steps, on their dashboard, until all is done. */
export default function ChecklistCard() {
  const cache = useQueryClient();
  const options = read(checklist.get);
  const { data } = useQuery(options);
  // It is a help, not the page: without an answer there is nothing to see.
  const open = data?.steps.filter(({ state }) => state === 'open') ?? [];
  if (!data || open.length === 0) return null;
  const mark = async (step: OnboardingStep, state: 'done' | 'open') => {
    try {
      cache.setQueryData(options.queryKey, await call(checklist.mark, { params: { key: step.key }, body: { state } }));
      if (state === 'done')
        toast({
          type: 'success',
          title: `Done: ${step.title}`,
          action: { label: 'Undo', onSelect: () => void mark(step, 'open') },
        });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t complete the step', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <Card className="mb-5" aria-label="Setting up" data-testid="checklist">
      <CardHeader
        title="Setting up your workspace"
        description={data.ownerName ? `Your contact: ${data.ownerName}.` : undefined}
        actions={
          <span className="tabular text-sm text-muted">
            {data.done} of {data.of}
          </span>
        }
      />
      <CardBody className="grid gap-3">
        <ProgressBar label="Steps done" value={data.done} max={data.of} valueText={`${data.done} of ${data.of}`} />
        <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {open.slice(0, SHOWN).map((step) => (
            <li key={step.key} className="flex items-start gap-2 text-sm">
              <Checkbox
                className="-mt-0.5 shrink-0"
                aria-label={`Done: ${step.title}`}
                checked={false}
                onChange={() => void mark(step, 'done')}
              />
              <span className="min-w-0">
                {step.link ? (
                  <Link
                    to={step.link}
                    className="font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
                  >
                    {step.title}
                  </Link>
                ) : (
                  <span className="font-medium">{step.title}</span>
                )}
                <span className="block text-xs text-muted">
                  {step.text && `${step.text} `}
                  <span className={step.overdue ? 'text-danger-ink' : undefined}>
                    Due <DayText value={step.dueOn} />.
                  </span>
                </span>
              </span>
            </li>
          ))}
        </ul>
        {open.length > SHOWN && <p className="text-xs text-muted">{open.length - SHOWN} more after these.</p>}
      </CardBody>
    </Card>
  );
}
