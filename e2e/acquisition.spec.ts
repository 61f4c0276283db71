import { booking } from '../src/domains/booking/contract.ts';
import { NEW_TYPE } from '../src/domains/booking/engine/new-type.ts';
import { opportunities } from '../src/domains/crm/contract.ts';
import { type Funnel, funnels } from '../src/domains/funnels/contract.ts';
import { addStep, updateStep } from '../src/domains/funnels/engine/edit.ts';
import { expectAccessibleNow } from './support/axe.ts';
import { ownSurname } from './support/contacts.ts';
import { readForm } from './support/public-pages.ts';
import { expect, test } from './support/test.ts';

test('an order step is built, a visitor on a phone pays without a script, and the order is refunded', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn('admin');
  const surname = ownSurname();
  await page.goto('/funnel-builder');
  await page.getByRole('button', { name: 'New funnel' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Blank funnel/).click();
  await dialog.getByLabel('Name').fill(`Shop of ${surname}`);
  await dialog.getByRole('button', { name: 'Create funnel' }).click();
  await expect(page.getByRole('group', { name: /^Form, block 2/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('menuitem', { name: 'Order' }).click();
  const form = page.getByRole('group', { name: /^Order form, block 2/ });
  await form.click({ position: { x: 8, y: 8 } });
  const settings = page.getByRole('complementary', { name: 'Settings of the block' });
  await settings.getByText('Product', { exact: true }).click();
  await settings.getByLabel('Name').fill('Course');
  await settings.getByLabel('Price (USD)').fill('99.90');
  await settings.getByLabel('Largest quantity').fill('5');
  await settings.getByRole('button', { name: 'Add product' }).click();
  await settings.getByText('Product 2').click();
  await settings.getByLabel('Name').last().fill('Workbook');
  await settings.getByLabel('Price (USD)').last().fill('19.95');
  await settings.getByLabel('Extra that visitors can add to their product').last().check();
  await expect(form).toContainText('$19.95');
  await expectAccessibleNow(page);
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByText(/Orders go to the embedded test gateway/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish funnel' }).click();
  await expect(dialog.getByText('Version 1 is live')).toBeVisible();
  const address = (await dialog.getByRole('link', { name: 'Open page' }).getAttribute('href'))!;
  await page.keyboard.press('Escape');

  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const site = await phone.newPage();
  await site.goto(`${address}/order?utm_source=newsletter`);
  await site.getByLabel('Quantity').fill('2');
  await site.getByLabel(/^Workbook/).check();
  await site.getByLabel('First name').fill('Ada');
  await site.getByLabel('Last name').fill(surname);
  await site.getByLabel('Email').fill(`ada@${surname.toLowerCase()}.example`);
  await site.getByLabel('I agree to the terms of sale.').check();
  await readForm();
  await site.getByRole('button', { name: 'Buy now' }).click();
  await site.getByLabel('Card number').fill('4000 0000 0000 0002');
  await site.getByRole('button', { name: 'Pay $219.75' }).click();
  await expect(site.getByText('The card was declined.')).toBeVisible();
  await site.getByRole('link', { name: 'Cancel' }).click();
  await expect(site.getByRole('heading', { name: 'Your order is not paid yet' })).toBeVisible();
  await site.getByRole('button', { name: 'Pay $219.75' }).click();
  await site.getByLabel('Card number').fill('4242 4242 4242 4242');
  await site.getByRole('button', { name: 'Pay $219.75' }).click();
  await site.getByRole('link', { name: 'Continue' }).click();
  await expect(site.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible();
  // The check needs scripts, which this visitor has not.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const look of [`${address}/order`, site.url()]) {
    await page.goto(look);
    await expectAccessibleNow(page, 'everything');
  }
  await page.goBack();
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 800 });
  await site.getByRole('link', { name: 'Continue' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  await phone.close();

  await page.getByRole('button', { name: 'Orders', exact: true }).click();
  const order = page.getByTestId('order').filter({ hasText: surname });
  await expect(order).toContainText('2 × Course, 1 × Workbook');
  await expect(order).toContainText('$219.75');
  await expect(order.getByText('Paid', { exact: true })).toBeVisible();
  await expectAccessibleNow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleNow(page);
  await order.getByRole('button', { name: /^Refund/ }).click();
  await dialog.getByLabel('Amount (USD)').fill('19.95');
  await dialog.getByRole('button', { name: 'Refund order' }).click();
  await expect(order).toContainText('$19.95 refunded');
  await page.getByRole('button', { name: 'Results' }).click();
  await expect(page.getByText('$199.80')).toBeVisible();
});

/** A step that leads to a booking page, before the thank-you page. */
function withBooking(funnel: Funnel, address: string): Funnel['document'] {
  const { document, id } = addStep(funnel.document, 'booking', 'Choose a time');
  return updateStep(document, id, (step) => ({
    ...step,
    blocks: step.blocks.map((block) => (block.type === 'booking' ? { ...block, address } : block)),
  }));
}

test('a stranger of a campaign becomes a lead, books, and pays the first installment of a signed proposal', async ({
  page,
  browser,
  signIn,
}) => {
  const api = await signIn('staff');
  const surname = ownSurname();
  const email = `ada@${surname.toLowerCase()}.example`;
  const { people } = await api.call(booking.types);
  const type = await api.call(booking.createType, {
    body: {
      ...NEW_TYPE,
      name: `Call ${surname}`,
      slug: `call-${surname.toLowerCase()}`,
      hostIds: [people[0]!.id],
      horizonDays: 60,
      phone: 'off',
    },
  });

  // Built from a template, split-tested, and published.
  await page.goto('/funnel-builder');
  await page.getByRole('button', { name: 'New funnel' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Consultant/).click();
  await dialog.getByLabel('Name').fill(`Chain ${surname}`);
  await dialog.getByRole('button', { name: 'Create funnel' }).click();
  await page.waitForURL(/funnel=[0-9a-f-]{36}/);
  const id = new URL(page.url()).searchParams.get('funnel')!;
  const draft = await api.call(funnels.get, { params: { id } });
  const { name, slug, version } = draft;
  await api.call(funnels.update, {
    params: { id },
    body: { version, name, slug, document: withBooking(draft, `/p/book/${type.slug}`) },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Start split test' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('button', { name: 'Publish funnel' }).click();
  await expect(dialog.getByText('Version 1 is live')).toBeVisible();
  const address = (await dialog.getByRole('link', { name: 'Open page' }).getAttribute('href'))!;
  await page.keyboard.press('Escape');

  // The visitor has no script; a campaign brings them.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const site = await context.newPage();
  await site.goto(`${address}?utm_source=newsletter&utm_campaign=chain`);
  await site.getByLabel('First name').fill('Ada');
  await site.getByLabel('Last name').fill(surname);
  await site.getByRole('textbox', { name: 'Email' }).fill(email);
  await site.getByLabel('5–20').check();
  await site.getByLabel('More profit').check();
  await site.getByLabel(/^I agree to be contacted/).check();
  await readForm();
  await site.getByRole('button', { name: 'Ask for my review' }).click();
  await site.getByRole('link', { name: 'See free times' }).click();
  // Of the first times of this month, one could pass while the visitor types, and late in it there are few.
  await site.getByRole('link', { name: /^Next/ }).click();
  await site.locator('.times').getByRole('button').first().click();
  await site.getByLabel('Name', { exact: true }).fill(`Ada ${surname}`);
  await site.getByLabel('Email').fill(email);
  await readForm();
  await site.getByRole('button', { name: 'Book appointment' }).click();
  await expect(site.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible();

  // One lead has both, and becomes a contact with an opportunity.
  await page.goto('/appointment-funnel');
  await page
    .getByTestId('booking')
    .filter({ hasText: `Ada ${surname}` })
    .getByRole('button')
    .click();
  await dialog.getByRole('link', { name: 'Open lead' }).click();
  await expect(page.getByRole('heading', { name: `Ada ${surname}` })).toBeVisible();
  await expect(page.getByText('chain', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Convert' }).click();
  const convert = page.getByRole('dialog', { name: `Convert Ada ${surname}` });
  const deal = `Review ${surname}`;
  await convert.getByLabel('Opportunity name').fill(deal);
  await convert.getByLabel('Amount').fill('12000');
  await convert.getByRole('button', { name: 'Convert' }).click();
  await expect(page).toHaveURL(/\/contacts\//);
  const { items } = await api.call(opportunities.list, { query: { search: deal } });
  const opportunity = items.find((one) => one.name === deal)!;

  // The deal room, a proposal, and its signature.
  await page.goto(`/opportunities/${opportunity.id}`);
  await page.getByRole('button', { name: 'Deal room' }).click();
  const room = page.getByTestId('record');
  await room.getByRole('tab', { name: 'Proposal' }).click();
  await room.getByRole('button', { name: 'Write proposal' }).click();
  const editor = room.getByTestId('editor');
  await editor.getByLabel('Text of section 1').fill('A review in four weeks.');
  await editor.getByLabel('Item', { exact: true }).fill('Review');
  await editor.getByLabel('Unit price').fill('12000');
  await editor.getByRole('button', { name: 'Send proposal' }).click();
  await dialog.getByRole('button', { name: 'Send proposal' }).click();
  await expect(room.getByTestId('version')).toContainText('Waiting for the buyer');
  await room.getByRole('button', { name: 'Share room' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await site.goto(link);
  await site.getByRole('button', { name: 'Review and accept' }).click();
  await site.getByLabel('Full name').fill(`Ada ${surname}`);
  await site.getByLabel('Email for your copy').fill(email);
  await site.getByLabel(/I have read this proposal/).check();
  await site.getByRole('button', { name: 'Accept proposal' }).click();
  await expect(site.getByRole('status')).toContainText('for $12,000.00');
  await site.getByRole('button', { name: /^Pay / }).first().click();
  await expect(site.getByText('Embedded test gateway.')).toBeVisible();
  await site.getByLabel('Card number').fill('4242 4242 4242 4242');
  await site.getByRole('button', { name: /^Pay \$/ }).click();
  await site.getByRole('link', { name: 'Continue' }).click();
  await expect(site.getByText(/\$[\d,.]+ of \$12,000\.00 paid/)).toBeVisible();
  await context.close();

  await page.reload();
  await room.getByRole('tab', { name: 'Payments' }).click();
  await expect(room.getByTestId('installment').first()).toContainText('Paid');
  await page.goto(`/funnel-builder?funnel=${id}&tab=results`);
  await expect(page.getByText('1 lead from 1 visitor')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Split test of “Free review”' })).toBeVisible();
});
