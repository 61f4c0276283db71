import Gem from 'lucide-react/icons/gem';
import type { ReactNode } from 'react';
import { EmptyState } from './states.tsx';

interface PaywallProps {
  /** What the plan does not include: "The financial suite". */
  feature: string;
  /** The server's message: the workspace's plan, and the plan that includes it. */
  message: string;
  /** Link to the plans, for people who may choose one. */
  action?: ReactNode;
}

/** Replaces a feature that the workspace's plan does not include: what it is and which plan has it, no more. */
export function Paywall({ feature, message, action }: PaywallProps) {
  return (
    <div data-testid="paywall" className="rounded-lg border border-line bg-sunken">
      <EmptyState icon={<Gem />} title={`${feature} is not part of your plan`} action={action}>
        {message} Your data stays as it is.
      </EmptyState>
    </div>
  );
}
