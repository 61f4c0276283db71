import { makeContact, ownSurname } from './support/contacts.ts';
import { expect, test } from './support/test.ts';

test('a note is formatted, saved, ticked, reloaded, and edited', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const person = await makeContact(api, { firstName: 'Uma', lastName: ownSurname() });
  await page.goto(`/contacts/${person.id}?tab=notes`);
  const record = page.getByTestId('record');
  const field = record.getByRole('textbox', { name: 'Write a note' });
  await field.click();
  const toolbar = record.getByRole('toolbar', { name: 'Formatting' });
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('Agreed');
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type(' with @aver');
  await expect(page.getByRole('option', { name: /Avery Marsh/ })).toBeVisible();
  await page.keyboard.press('Enter');
  // Markdown becomes a list and a checklist as it is typed; Enter in an empty entry ends each.
  await page.keyboard.press('Enter');
  await page.keyboard.type('- Send the offer');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('[ ] Call back');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Link address' }).fill('example.com/offer');
  await page.keyboard.press('Enter');
  // A draft keeps its formats over a reload.
  await expect(field.getByRole('link', { name: 'example.com/offer' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('example.com/offer');
  await page.reload();
  await expect(field.getByRole('strong')).toHaveText('Agreed');
  await expect(field.getByRole('link', { name: 'example.com/offer' })).toBeVisible();
  await field.click();
  await page.keyboard.press('Control+Enter');

  const note = record
    .getByRole('region', { name: 'Notes' })
    .getByRole('listitem')
    .filter({ hasText: 'Agreed' })
    .first();
  await expect(note.getByRole('strong')).toHaveText('Agreed');
  await expect(note.getByText('@Avery Marsh')).toBeVisible();
  await expect(note.getByRole('listitem').filter({ hasText: 'Send the offer' })).toBeVisible();
  await expect(note.getByRole('link', { name: 'example.com/offer' })).toHaveAttribute(
    'href',
    'https://example.com/offer',
  );
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await note.getByRole('checkbox', { name: 'Call back' }).check();
  await saved;
  await page.reload();
  await expect(note.getByRole('checkbox', { name: 'Call back' })).toBeChecked();

  await note.getByRole('button', { name: 'Edit note' }).click();
  await expect(record.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused();
  await page.keyboard.type(', today');
  await record.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(note.getByRole('button', { name: 'Edit note' })).toBeVisible();
  await expect(note).toContainText('example.com/offer, today');
  await expect(note.getByRole('checkbox', { name: 'Call back' })).toBeChecked();
});

test('pasted HTML keeps its formats and nothing else', async ({ page, signIn }) => {
  const api = await signIn('staff');
  const person = await makeContact(api, { firstName: 'Ulla', lastName: ownSurname() });
  await page.goto(`/contacts/${person.id}?tab=notes`);
  const field = page.getByTestId('record').getByRole('textbox', { name: 'Write a note' });
  await field.click();
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await field.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      `<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Strong</span> words</p></b>
       <p class="MsoListParagraph" style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·&nbsp;</span>First of Word</p>
       <h1 style="color:red" onclick="document.title='run'">Title</h1>
       <img src="x" onerror="document.title='run'"><script>document.title='run'</script>
       <p><a href="javascript:document.title='run'">bad</a> <a href="https://example.com/good">good</a></p>`,
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(field.getByRole('strong')).toHaveText('Strong');
  await expect(field.getByRole('listitem')).toHaveText('First of Word');
  await expect(field.getByRole('heading', { level: 2 })).toHaveText('Title');
  await expect(field.getByRole('link')).toHaveText('good');
  await expect(field.locator('img, script')).toHaveCount(0);
  expect(await page.title()).not.toBe('run');
});
