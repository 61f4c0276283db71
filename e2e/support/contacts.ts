/** Shared by tests of contacts: their own people, and positions on the screen. */
import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { contacts, type Contact, type NewContact } from '../../src/domains/crm/contract.ts';
import type { Api } from './api.ts';

/** A unique surname, so that a test finds exactly its own people. */
export function ownSurname(): string {
  const letters = randomBytes(6)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
  return `Zz${letters}`;
}

export function makeContact(api: Api, contact: NewContact): Promise<Contact> {
  return api.call(contacts.create, { body: contact });
}

/** Adds `count` people of one surname: "Ann 1 Zz…", "Ann 2 Zz…". */
export async function makePeople(
  api: Api,
  surname: string,
  firstNames: readonly string[],
  rest: Partial<NewContact> = {},
): Promise<Contact[]> {
  const made: Contact[] = [];
  for (const firstName of firstNames) made.push(await makeContact(api, { firstName, lastName: surname, ...rest }));
  return made;
}

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Contacts' });
export const rows = (page: Page): Locator => page.getByTestId('row');
export const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });
export const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search contacts' });
export const toolbar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selected rows' });

/** The cell of a row under a column's heading. */
export async function cell(page: Page, name: string, column: string): Promise<Locator> {
  let position = -1;
  await expect(async () => {
    const headings = await grid(page).getByRole('columnheader').allInnerTexts();
    position = headings.findIndex((heading) => heading.trim().split('\n')[0] === column);
    expect(position, `a column “${column}”`).toBeGreaterThan(-1);
  }).toPass({ timeout: 20_000 });
  return rowOf(page, name).getByRole('gridcell').nth(position);
}

/** The names in the list, from top to bottom. */
export async function names(page: Page): Promise<string[]> {
  return rows(page).getByRole('link').allInnerTexts();
}

/** Selects a row by its checkbox. */
export async function mark(page: Page, name: string): Promise<void> {
  const box = page.getByRole('checkbox', { name: `Select ${name}` });
  await box.click();
  await expect(box).toBeChecked();
}
