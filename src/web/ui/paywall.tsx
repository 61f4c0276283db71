import Gem from 'lucide-react/icons/gem';
import type { ReactNode } from 'react';
import { EmptyState } from './states.tsx';

interface PaywallProps {
  /** What the plan does not hold: "The financial suite". */
  feature: string;
  /** The server's own words: which plan the workspace has, and which holds it. */
  message: string;
  /** The way to the plans, for whoever may choose one. */
  action?: ReactNode;
}

/** Stands in the place of something that the workspace's plan does not hold: what it is and what holds it, no more. */
export function Paywall({ feature, message, action }: PaywallProps) {
  return (
    <div data-testid="paywall" className="rounded-lg border border-line bg-sunken">
      <EmptyState icon={<Gem />} title={`${feature} is not part of your plan`} action={action}>
        {message} Your data stays as it is.
      </EmptyState>
    </div>
  );
}
