import { workflows } from '../src/domains/automation/contract.ts';
import { contacts, opportunities, pipelines } from '../src/domains/crm/contract.ts';
import { customFields } from '../src/records/contract.ts';
import { identity } from '../src/domains/identity/contract.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('a workflow is built, tried on the past, published, and triggered, and its run is visible', async ({
  page,
  signIn,
}) => {
  const api = await signIn('admin');
  // A record for trying the draft.
  await api.call(contacts.create, { body: { firstName: 'Ellis', lastName: 'Early' } });
  await page.goto('/workflow-visualization');
  await page.getByRole('button', { name: 'New workflow' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Mark newcomers');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mark newcomers' })).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('button', { name: /^Starts/ }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByLabel('Starts').selectOption('event');
  await details.getByLabel('Add event').selectOption('contact.created');
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Tag', exact: true }).click();
  // By keyboard alone: another step is added, moved up, and both changes are undone.
  const steps = page.getByTestId('step');
  await expect(steps).toBeFocused();
  await page.keyboard.press('n');
  await page.getByRole('menuitem', { name: 'Wait', exact: true }).press('Enter');
  await expect(steps.nth(1)).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(steps.first()).toContainText('Wait');
  await page.keyboard.press('Control+z');
  await expect(steps.first()).toContainText('Tag');
  await page.keyboard.press('Control+z');
  await expect(steps).toHaveCount(1);
  await steps.press('Enter');
  await details.getByLabel('Add tags').fill('newcomer');
  await details.getByRole('button', { name: 'Remove tags instead, or as well' }).focus();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByTestId('would')).toContainText('Adds the tags newcomer.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('On · version 1')).toBeVisible();

  const person = await api.call(contacts.create, { body: { firstName: 'Nadia', lastName: 'Newcomer' } });
  await details.getByRole('button', { name: 'Close' }).click();
  await page
    .getByTestId('run')
    .filter({ hasText: 'Nadia Newcomer' })
    .filter({ hasText: 'Done' })
    .getByRole('button')
    .click();
  await page.getByRole('button', { name: 'Canvas' }).click();
  await expect(page.getByTestId('step')).toContainText('Done');
  await expectAccessible(page);
  expect((await api.call(contacts.get, { params: { id: person.id } })).tags).toEqual(['newcomer']);
  // The person's page shows the workflow as author, with a link to the run.
  await page.goto(`/contacts/${person.id}?tab=timeline`);
  const told = page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: 'The workflow “Mark newcomers” changed tags' });
  await expect(told).toBeVisible();
  await expectAccessible(page);
  // So does the line about the record's last change.
  await expect(
    page
      .getByText(/^Created .+Updated .+ by the workflow “Mark newcomers”$/)
      .getByRole('link', { name: '“Mark newcomers”' }),
  ).toBeVisible();
  await told.getByRole('link', { name: '“Mark newcomers”' }).click();
  await expect(page.getByRole('dialog').getByText('Mark newcomers').first()).toBeVisible();
  // Other tests create contacts in this workspace, and nothing may change those behind their backs.
  const made = (await api.call(workflows.list, { query: { search: 'Mark newcomers' } })).items[0]!;
  await api.call(workflows.setState, { params: { id: made.id }, body: { version: made.version, on: false } });
});

test('a workflow loses an opportunity for a reason: the stage is chosen from a list, and its page shows it @long', async ({
  page,
  signIn,
}) => {
  const api = await signIn('admin');
  const pipeline = (await api.call(pipelines.list)).items[0]!;
  const lost = pipeline.stages.find(({ outcome }) => outcome === 'lost')!;
  const deal = await api.call(opportunities.create, { body: { name: 'Twelve quiet desks', pipelineId: pipeline.id } });
  const { id } = await api.call(workflows.create, {
    body: { name: 'Give up', draft: { trigger: { kind: 'manual', record: 'opportunity' }, steps: [] } },
  });
  await page.goto(`/workflow-visualization/${id}`);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Move to a stage' }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(page.getByTestId('step')).toContainText('Choose a stage.');
  await details.getByLabel('Stage', { exact: true }).selectOption({ label: lost.name });
  const reason = details.getByLabel(/^Reason/);
  await reason.selectOption({ index: 1 });
  const why = await reason.inputValue();
  await expect(page.getByTestId('step')).toContainText(`To ${lost.name}`);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('On · version 1')).toBeVisible();
  await api.call(workflows.start, { params: { id }, body: { record: { kind: 'opportunity', id: deal.id } } });
  await page.goto(`/opportunities/${deal.id}`);
  await expect(page.getByText(why).first()).toBeVisible();
  await expect
    .poll(async () => (await api.call(opportunities.get, { params: { id: deal.id } })).closeReason?.name)
    .toBe(why);
});

test('step fields use their own controls, or a variable; missing choices are shown and refused @long', async ({
  page,
  signIn,
  allowFaults,
}) => {
  allowFaults(/status of 400.*\/publish/);
  const api = await signIn('admin');
  const tier = await api.call(customFields.create, {
    body: { object: 'lead', label: 'Tier of the step', kind: 'select', options: ['Gold', 'Silver'] },
  });
  const { id } = await api.call(workflows.create, {
    body: {
      name: 'Sort leads',
      draft: {
        trigger: { kind: 'event', types: ['lead.created'], changed: [] },
        steps: [{ id: 'mark', name: 'Mark it', kind: 'update', target: 'trigger', fields: {} }],
      },
    },
  });
  await page.goto(`/workflow-visualization/${id}?view=list&step=mark`);
  const details = page.getByRole('complementary', { name: 'Details' });
  const add = details.getByLabel('Add field');
  await add.selectOption('Status');
  await details.getByLabel('Status', { exact: true }).selectOption('Qualified');
  await add.selectOption('Tier of the step');
  await details.getByLabel('Tier of the step', { exact: true }).selectOption('Gold');
  await add.selectOption('Source');
  await details.getByLabel('Source', { exact: true }).fill('Step');
  // A choice is replaced by a variable and restored.
  await details.getByRole('button', { name: 'Use a variable for Status' }).click();
  await details.getByRole('button', { name: 'Insert variable into Status' }).click();
  await page.getByRole('menuitem', { name: /record\.status/ }).click();
  await expect(details.getByLabel('Status', { exact: true })).toHaveValue('{{record.status}}');
  await details.getByRole('button', { name: 'Choose Status instead' }).click();
  await expect(details.getByRole('button', { name: 'Use a variable for Status' })).toBeVisible();
  await details.getByLabel('Status', { exact: true }).selectOption('Working');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expectAccessible(page);
  await expect
    .poll(async () => (await api.call(workflows.get, { params: { id } })).draft.steps)
    .toEqual([
      {
        id: 'mark',
        name: 'Mark it',
        kind: 'update',
        target: 'trigger',
        fields: { status: 'working', [`custom.${tier.key}`]: 'Gold', source: 'Step' },
      },
    ]);
  await api.call(customFields.update, {
    params: { id: tier.id },
    body: { version: tier.version, options: ['Silver'] },
  });
  await page.reload();
  await expect(details.getByLabel('Tier of the step', { exact: true }).locator('option:checked')).toHaveText(
    'Gold (no longer available)',
  );
  await expect(
    details.getByText('“Gold” is no longer an option for Tier of the step. Choose another one.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(
    page.getByText('Step 1 (“Mark it”): “Gold” is no longer an option for Tier of the step. Choose another one.'),
  ).toBeVisible();
  await details.getByLabel('Tier of the step', { exact: true }).selectOption('Silver');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('On · version 1')).toBeVisible();
  // A new step assigns a task to somebody by name, due on a day counted from the run.
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Create a record' }).click();
  await details.getByLabel('Record type').selectOption('Opportunities');
  await add.selectOption('Owner');
  const me = (await api.call(identity.members)).items.find(({ active }) => active)!;
  await details.getByRole('combobox', { name: 'Owner' }).fill(me.name);
  await page.getByRole('option', { name: me.name }).first().click();
  await add.selectOption('Expected close');
  await details.getByLabel('Expected close format').selectOption('Days from now');
  await details.getByLabel('Expected close', { exact: true }).fill('30');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect
    .poll(async () => (await api.call(workflows.get, { params: { id } })).draft.steps[1])
    .toMatchObject({ record: 'opportunity', fields: { ownerId: me.id, expectedClose: '{{today | plus: "30"}}' } });
  // A dry run describes it in words.
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Run test' }).click();
  const made = page.getByTestId('would').filter({ hasText: 'Creates an opportunity.' });
  await expect(made.getByRole('definition')).toHaveText([/ 20\d\d$/, me.name]);
  await expect(made.getByRole('term')).toHaveText(['Expected close', 'Owner']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const now = await api.call(workflows.get, { params: { id } });
  await api.call(workflows.setState, { params: { id }, body: { version: now.version, on: false } });
  await api.call(customFields.remove, { params: { id: tier.id } });
});

test('a call has headers, a schedule uses another time zone, and a draft is tried on a record found by name @long', async ({
  page,
  signIn,
}) => {
  const api = await signIn('admin');
  await api.call(contacts.create, { body: { firstName: 'Tryphena', lastName: 'Probe' } });
  const { id } = await api.call(workflows.create, {
    body: {
      name: 'Call on',
      draft: {
        trigger: { kind: 'manual', record: 'contact' },
        steps: [
          {
            id: 'call',
            name: 'Tell them',
            kind: 'webhook',
            url: 'https://example.com/hook',
            method: 'POST',
            headers: [],
            body: '',
            policy: 'approval',
          },
        ],
      },
    },
  });
  await page.goto(`/workflow-visualization/${id}?view=list&step=call`);
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Add header' }).click();
  const headers = details.getByRole('group', { name: 'Headers' });
  await headers.getByRole('textbox', { name: 'Name' }).fill('X Key');
  await headers.getByRole('textbox', { name: 'Value' }).fill('Bearer ');
  await headers.getByRole('button', { name: 'Insert variable into Value' }).click();
  await page.getByRole('menuitem', { name: 'Run ID' }).click();
  await expect(headers.getByText('This is not a valid header name.')).toBeVisible();
  await headers.getByRole('textbox', { name: 'Name' }).fill('Authorization');
  await expect(headers.getByText('This is not a valid header name.')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('combobox', { name: 'On a contact' }).fill('Tryphena');
  await page.getByRole('option', { name: 'Tryphena Probe' }).click();
  await page.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByTestId('would')).toContainText('Asks for approval to call POST https://example.com/hook.');
  await page.getByTestId('would').getByText('Input, as JSON').click();
  await expect(page.getByTestId('would')).toContainText('"authorization": "••••"');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Starts/ }).click();
  await details.getByLabel('Starts').selectOption('schedule');
  // Times are the workspace's, not the browser's.
  await expect(page.getByRole('button', { name: /^Starts/ })).toContainText(
    (await api.call(workflows.catalogue)).timeZone.replaceAll('_', ' '),
  );
  await details.getByRole('combobox', { name: 'Time zone' }).fill('auckl');
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
  await expect(page.getByRole('button', { name: /^Starts/ })).toContainText('Every weekday at 9:00 (Pacific/Auckland)');
  const upcoming = details.getByRole('region', { name: /^Next runs \(.+\)$/ });
  await expect(upcoming.getByRole('listitem')).toHaveCount(3);
  await expect(upcoming.getByText(/^\w+ 09:00(?: AM)? in Pacific\/Auckland$/)).toHaveCount(3);
  await details.getByLabel('Schedule', { exact: true }).fill('0 25 * * *');
  await expect(details.getByText('This schedule cannot be read.')).toBeVisible();
  await expect(upcoming).toBeHidden();
  await details.getByLabel('Common schedules').selectOption('0 9 * * 1-5');
  await expect(upcoming).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('On · version 1')).toBeVisible();
  const made = await api.call(workflows.get, { params: { id } });
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', hour: '2-digit', minute: '2-digit' });
  expect(clock.format(new Date(made.nextAt!))).toBe('09:00');
  await api.call(workflows.setState, { params: { id }, body: { version: made.version, on: false } });
});
