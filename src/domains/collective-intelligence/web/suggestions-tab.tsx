import { useQueryClient } from '@tanstack/react-query';
import Lightbulb from 'lucide-react/icons/lightbulb';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { toast } from '../../../web/shell/toast.ts';
import { offerUndo } from '../../../web/shell/undo.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { type BenchmarkReport, benchmarks, type Suggestion } from '../contract.ts';
import { BENCHMARKS } from '../paths.ts';

/** Suggestions for this workspace from the benchmarks, each with its evidence. */
export function SuggestionsTab({ data }: { data: BenchmarkReport }) {
  const open = data.suggestions.filter(({ dismissed }) => !dismissed);
  const dismissed = data.suggestions.filter((one) => one.dismissed);
  return (
    <div className="grid gap-4">
      {open.length === 0 ? (
        <EmptyState icon={<Lightbulb />} title="No suggestions">
          {data.measuredAt === null
            ? 'Suggestions follow from benchmarks. Measure them first.'
            : 'Suggestions appear when this workspace falls behind, or when clients do better with something it lacks.'}
        </EmptyState>
      ) : (
        <SuggestionList items={open} />
      )}
      {dismissed.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-muted">Dismissed ({dismissed.length})</summary>
          <SuggestionList items={dismissed} />
        </details>
      )}
    </div>
  );
}

function SuggestionList({ items }: { items: readonly Suggestion[] }) {
  const client = useQueryClient();
  const set = async (suggestion: string, dismissed: boolean) => {
    await call(benchmarks.dismiss, { params: { suggestion }, body: { dismissed } });
    await client.invalidateQueries({ queryKey: [BENCHMARKS] });
  };
  const attempt = ({ id, dismissed }: Suggestion) =>
    set(id, !dismissed)
      .then(() => {
        if (!dismissed) offerUndo({ title: 'Suggestion dismissed', undo: () => set(id, false) });
      })
      .catch((error: unknown) =>
        toast({ type: 'error', title: 'Couldn’t save this', description: messageFor(error, 'Try again.') }),
      );
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.id} data-testid="suggestion" className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-72 text-sm">
            <h2 className="font-semibold">{item.title}</h2>
            {item.evidence.map((one) => (
              <p key={one} className="text-muted">
                {one}
              </p>
            ))}
          </div>
          <div className="flex gap-2">
            <Link to={item.page} className={buttonClass({ size: 'sm' })}>
              {item.action}
            </Link>
            <Button size="sm" variant="ghost" onClick={() => void attempt(item)}>
              {item.dismissed ? 'Bring back' : 'Dismiss'}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
