import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../web/api/request.ts';
import { portfolio } from '../../contract/portfolio.ts';
import { FOLLOWS, usePortfolioQuestion } from './use-portfolio.ts';

/** Mix, income, fees and risk. @param span the days that risk is told of; income and mix do not depend on it */
export function useAnalytics(span: { from?: string | undefined; to?: string | undefined } = {}) {
  const question = usePortfolioQuestion();
  return useQuery({
    ...read(portfolio.analytics, { query: { ...question, ...span } }),
    meta: { follows: FOLLOWS },
    placeholderData: (previous) => previous,
  });
}
