import { AppError, notFound } from '../../../kernel/errors.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { PLANS } from '../../workspaces/contract/plans.ts';
import { debug, reports } from '../contract.ts';
import { debugState, planOf } from './debug-state.ts';
import { clearReports, listReports, takeReport } from './reports.ts';

export interface DiagnosticsOptions {
  /** Whether the debug pages answer. */
  debugPages: boolean;
  mode: string;
  trustsProxy: boolean;
}

/** The plan that holds everything, and so the example of what others lack. */
const FULL_PLAN = PLANS.at(-1)!;

export function diagnosticsRoutes({ debugPages, mode, trustsProxy }: DiagnosticsOptions): BoundRoute[] {
  const whereAllowed = () => {
    if (!debugPages) throw notFound('The page');
  };
  return [
    route(reports.create, ({ body, request }) => takeReport(body, request)),
    route(reports.list, ({ query }) => listReports(query)),
    route(reports.clear, async () => ({ removed: await clearReports() })),
    route(debug.state, ({ request, caller }) => {
      whereAllowed();
      return debugState(request, caller, { mode, trustsProxy });
    }),
    route(debug.paidFeature, async ({ caller }) => {
      whereAllowed();
      const plan = await planOf(caller.workspaceId);
      if (plan === FULL_PLAN.id) return { plan };
      const own = PLANS.find(({ id }) => id === plan)?.name ?? null;
      throw new AppError(
        'plan_required',
        `${own ? `The plan ${own} does not hold this` : 'This workspace has chosen no plan'}. It comes with ${FULL_PLAN.name}.`,
        { details: { plan: own, heldBy: [FULL_PLAN.name] } },
      );
    }),
  ];
}
