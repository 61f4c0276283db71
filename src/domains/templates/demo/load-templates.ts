/** Onboardings of the sample clients, and the agency's own template. */
import { administrators } from '../../identity/index.ts';
import { createTemplate, shippedTemplate, startOnboarding } from '../index.ts';
import { addDays } from '../../../kernel/days.ts';
import { asSystem, currentWorkspaceId, execute } from '../../../server/db/index.ts';
import type { DemoWorkspace } from '../../../server/domain.ts';

/** The trade checklist of each client, and its start in days ago. */
const ONBOARDINGS: Partial<Record<DemoWorkspace['key'], readonly [trade: string, days: number]>> = {
  client: ['home-services', 6],
  second_client: ['marketing-agency', 16],
};

export async function loadTemplates({ key }: DemoWorkspace, today: string): Promise<void> {
  if (key === 'operations') {
    const { content, industry } = shippedTemplate('marketing-agency');
    await createTemplate(
      {
        name: 'Northgate standard',
        industry,
        summary:
          'How we set every new client up: our own stages for new business and renewals, and the checklist that we go through together.',
      },
      content,
      { basedOn: 'Marketing agency', note: 'Copied from the product' },
    );
  }
  const onboarding = ONBOARDINGS[key];
  if (!onboarding) return;
  const [trade, days] = onboarding;
  const [agent] = await asSystem(administrators);
  const { name, content } = shippedTemplate(trade);
  await startOnboarding({
    templateName: name,
    steps: content.steps,
    ownerId: agent?.id ?? null,
    startsOn: addDays(today, -days),
  });
  const ago = (share: number) => `now() - make_interval(hours => ${Math.round(days * 24 * share)})`;
  await execute(
    `update client_onboardings set started_at = ${ago(1)}, last_move_at = ${ago(0.5)} where workspace_id = $1`,
    [currentWorkspaceId()],
  );
  await execute(
    `update client_onboarding_steps set done_at = ${ago(0.9)} + position * interval '7 hours'
      where workspace_id = $1 and state = 'done'`,
    [currentWorkspaceId()],
  );
}
