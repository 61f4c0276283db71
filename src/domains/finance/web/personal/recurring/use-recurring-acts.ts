import { useQueryClient } from '@tanstack/react-query';
import { FINANCE } from '../../../paths.ts';

export function useRecurringActs() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [FINANCE.recurring, `${FINANCE.recurring}/suggestions`, `${FINANCE.reports}/forecast`].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
  return { refresh };
}
