import { activities, companies, contacts, leads, opportunities } from '../src/domains/crm/contract.ts';
import { notes } from '../src/records/contract.ts';
import { ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

/** Each would run in a page that treats text as markup, an address as a link, or a template as code. */
const SCRIPTS = [
  '<script>window.attacked=1</script>',
  '<img src=x onerror="window.attacked=1">',
  '"><svg onload=window.attacked=1>',
  "'-window.attacked=1-'",
  '{{constructor.constructor("window.attacked=1")()}}',
  '${window.attacked=1}',
  '[click](javascript:window.attacked=1)',
  '<iframe srcdoc="<script>parent.attacked=1</script>">',
  '</textarea><script>window.attacked=1</script>',
  '<a href="javascript:window.attacked=1">x</a>',
  '`onmouseover=window.attacked=1 x=`',
];

test('what people type is text on every page that shows it, and nothing of it runs [V1 V2 V7]', async ({
  page,
  signIn,
  allowFaults,
}) => {
  // An invalid record id is not found, which the browser reports.
  allowFaults(/status of 40[04]/);
  const api = await signIn('admin');
  const name = ownSurname();
  const all = SCRIPTS.join(' ').slice(0, 115);
  const company = await api.call(companies.create, { body: { name: `${name} ${all}` } });
  const contact = await api.call(contacts.create, {
    body: { firstName: all, lastName: name, title: SCRIPTS[1]!, companyId: company.id },
  });
  const lead = await api.call(leads.create, { body: { firstName: all, lastName: name, companyName: SCRIPTS[2]! } });
  const deal = await api.call(opportunities.create, {
    body: { name: `${name} ${all}`, amount: '1', contactId: contact.id },
  });
  await api.call(activities.create, { body: { type: 'task', subject: `${name} ${all}`, contactId: contact.id } });
  for (const script of SCRIPTS) await api.call(notes.create, { params: { id: contact.id }, body: { text: script } });

  const attacked = () => page.evaluate(() => 'attacked' in window);
  for (const path of [
    `/contacts?search=${name}`,
    `/contacts/${contact.id}`,
    `/companies/${company.id}`,
    `/leads/${lead.id}`,
    `/opportunities/${deal.id}`,
    '/activities',
    '/dashboard',
    `/contacts?search=${encodeURIComponent(SCRIPTS[1]!)}`,
    `/login?next=${encodeURIComponent('javascript:window.attacked=1')}`,
    `/contacts/${encodeURIComponent(SCRIPTS[0]!)}`,
  ]) {
    await page.goto(path);
    await expect(page.locator('main, form').first()).toBeVisible();
    expect(await attacked(), path).toBe(false);
  }
  await page.goto(`/contacts/${contact.id}`);
  await expect(page.getByText(SCRIPTS[0]!).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await expect(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible();
  expect(await attacked()).toBe(false);
  // The fault watch of every test checks that the policy had nothing to block.
});
