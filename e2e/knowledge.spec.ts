import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docxFile, pdfFile, pptxFile, xlsxFile } from '../src/testing/document-files.ts';
import { scannedPdf } from '../src/testing/scanned-files.ts';
import { expectAccessible } from './support/axe.ts';
import { test as modelTest } from './support/models.ts';
import { expect, test } from './support/test.ts';

/** A folder as a person has it: every kind of document, a folder beneath, and a file that can't be read. */
async function makeFolder(folder: string): Promise<void> {
  mkdirSync(join(folder, 'travel'), { recursive: true });
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'handbook.pdf': await pdfFile([
      'Welcome to the orchard. We grow apples and pears.',
      'Harvest starts on the second Monday of September. Pickers are paid every Friday.',
    ]),
    'contract.docx': docxFile(['# Notice period', 'Either side may end the contract with six weeks of notice.']),
    'prices.xlsx': xlsxFile('Crates', [
      ['Variety', 'Price'],
      ['Discovery', 18],
      ['Russet', 24],
    ]),
    'plan.pptx': pptxFile([{ title: 'Frost', lines: ['Sprinklers run below two degrees'], notes: 'Check the pump.' }]),
    'faq.html': '<h1>Visits</h1><p>Visitors park behind the cider barn.</p>',
    'notes.md': '# Bees\nThe hives stand at the north fence.',
    'staff.csv': 'Name,Task\nMarta,Pruning\nOlek,Grafting\n',
    'mail.eml': 'From: Iris <iris@orchard.test>\r\nSubject: Ladder\r\n\r\nThe tall ladder is at the blacksmith.\r\n',
    'travel/rules.txt': 'Train tickets are refunded within three weeks.',
    'logo.psd': new Uint8Array([56, 66, 80, 83, 0, 1]),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

modelTest(
  'a folder of documents becomes a cited answer whose citation opens its passage, and deleting forgets it',
  async ({ page, signIn, models }, info) => {
    const folder = info.outputPath('Orchard');
    await makeFolder(folder);
    await signIn('admin');
    await page.goto('/knowledge-base-unified');
    await page.getByRole('button', { name: 'Add source' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add source' });
    await dialog.getByLabel('Name').fill('Orchard');
    await dialog.getByRole('button', { name: 'Add source' }).click();
    await expect(page.getByRole('heading', { name: 'Orchard' })).toBeVisible();
    await page.getByLabel('Folder').setInputFiles(folder);
    await expect(page.getByText('1 file skipped because this kind can’t be read: logo.psd')).toBeVisible();
    await expect(page.getByText('9 documents, 10 passages')).toBeVisible({ timeout: 90_000 });
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 });
    await expect(page.getByText('travel - rules.txt')).toBeVisible();
    await expectAccessible(page);

    // A model answers; what no passage supports is left out.
    models.replies = [
      {
        text: JSON.stringify({
          sentences: [
            { text: 'Harvest starts on the second Monday of September.', citations: [1] },
            { text: 'Every picker gets a free bicycle.', citations: [1] },
          ],
        }),
      },
    ];
    await page.goto('/knowledge-base-unified');
    const box = page.getByLabel('Search or ask a question');
    await box.fill('When does the harvest start?');
    await expect(page.getByRole('region', { name: 'Search results' }).getByTestId('row').first()).toContainText(
      'handbook.pdf',
    );
    await box.press('Enter');
    const answer = page.getByTestId('answer');
    await expect(answer.getByText('Harvest starts on the second Monday of September.').first()).toBeVisible();
    await expect(answer.getByText('bicycle')).toHaveCount(0);
    await expect(answer.getByText('1 sentence left out: no passage supports it.')).toBeVisible();
    await expectAccessible(page);
    await answer.getByRole('link', { name: 'Source 1: handbook.pdf, Page 2' }).click();
    await expect(page.getByRole('heading', { name: 'handbook.pdf' })).toBeVisible();
    const cited = page.locator('li[aria-current="true"]');
    await expect(cited).toContainText('Page 2');
    await expect(cited).toContainText('second Monday of September');
    await expect(cited).toBeInViewport();
    await expectAccessible(page);

    // Nothing supports an answer: none is given, and the model is not even asked.
    await page.goto('/knowledge-base-unified');
    await box.fill('Who is the champion of underwater chess?');
    await box.press('Enter');
    await expect(answer.getByText(/^No answer found in \d+ passages of \d+ documents that you may read/)).toBeVisible();

    // Deleting the document takes its words out of search and out of the earlier answer.
    await page.goto('/knowledge-base-unified?q=harvest');
    await page
      .getByRole('link', { name: /^handbook\.pdf/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete document' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Delete document' })
      .click();
    await expect(page.getByRole('heading', { name: 'Orchard' })).toBeVisible();
    await page.goto('/ai-knowledge-base');
    await page.getByRole('button', { name: 'When does the harvest start?' }).first().click();
    await expect(answer.getByText('This was removed with its document.')).toBeVisible();
    await expect(answer.getByText('second Monday')).toHaveCount(0);
  },
);

test('without a model the best passages are quoted, and a gap gets a verified answer', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/ai-knowledge-base');
  const box = page.getByLabel('Search or ask a question');
  await box.fill('When are setup fees refunded?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const answer = page.getByTestId('answer');
  await expect(answer.getByText(/^Quoted from your documents/)).toBeVisible();
  await expect(answer.getByRole('listitem').first()).toContainText('Setup fees are refunded in full');
  await answer.getByRole('button', { name: 'Not helpful' }).click();
  await answer.getByLabel('What is missing?').fill('Which account?');
  await answer.getByRole('button', { name: 'Send feedback' }).click();
  await expect(answer.getByText('“Which account?”')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: /^Answer gaps/ }).click();
  const gap = page.getByTestId('gap').filter({ hasText: 'Do we offer podcast production?' });
  await expect(gap.getByText('No answer', { exact: true })).toBeVisible();
  await expect(page.getByTestId('gap').filter({ hasText: '“Which account?”' })).toHaveCount(1);
  await expectAccessible(page);
  await gap.getByRole('button', { name: 'Write answer' }).click();
  const dialog = page.getByRole('dialog', { name: 'New verified answer' });
  await expect(dialog.getByLabel('Question')).toHaveValue('Do we offer podcast production?');
  await dialog.getByLabel('Answer').fill('We produce podcasts with a partner studio in Austin.');
  await dialog.getByRole('button', { name: 'Save verified answer' }).click();
  await expect(gap).toHaveCount(0);
  await page.getByRole('tab', { name: 'Verified answers' }).click();
  await expect(page.getByTestId('row').filter({ hasText: 'Do we offer podcast production?' })).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Synonyms').fill('podcast, audio show');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  // A tab that is half below the pinned header would count as too small a target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Ask' }).click();
  await expect
    .poll(
      async () => {
        await box.fill('Do we offer an audio show production?');
        await page.getByRole('button', { name: 'Ask', exact: true }).click();
        await expect(answer.getByRole('heading', { name: 'Do we offer an audio show production?' })).toBeVisible();
        return answer.getByText('partner studio').count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);

  await page.goto('/universal-knowledge-status');
  await expect(page.getByTestId('source').filter({ hasText: 'Agency handbook' })).toContainText('Up to date');
  await expectAccessible(page);
});

test('a test set compares runs, and catches settings that lose', async ({ page, signIn, allowFaults }) => {
  // The settings are refused on purpose.
  allowFaults(/status of 409 \(Conflict\) .*\/api\/knowledge\/settings/);
  await signIn('admin');
  await page.goto('/knowledge-testing-dashboard');
  await page.getByRole('button', { name: 'Add test set' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add test set' });
  await dialog.getByLabel('Name').fill('Support questions');
  await dialog.getByRole('button', { name: 'Add test set' }).click();
  await expect(page.getByRole('heading', { name: 'Support questions' })).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Add question' });
  await page.getByRole('button', { name: 'Add question' }).click();
  await question.getByLabel('Question').fill('When does the support desk answer calls?');
  await question.getByRole('checkbox', { name: /^support-hours\.txt/ }).check();
  await expectAccessible(page);
  await question.getByLabel('Must say').fill('within four business hours | 8:00 a.m. to 6:00 p.m.');
  await question.getByLabel('Must not say').fill('open on Sundays');
  await question.getByRole('button', { name: 'Add question' }).click();
  await expect(page.getByTestId('question')).toContainText('Must find: support-hours.txt');

  const run = page.getByRole('dialog', { name: 'Run test' });
  await page.getByRole('button', { name: 'Run test' }).click();
  await run.getByLabel('Label').fill('As it is');
  await run.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByRole('link', { name: 'As it is' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Run test' }).click();
  await run.getByLabel('Label').fill('Too strict');
  await run.getByLabel('Minimum match').fill('1');
  await run.getByRole('button', { name: 'Run test' }).click();
  await expect(page.getByRole('link', { name: 'Too strict' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('row', { name: /^Correct abstentions/ })).toContainText('0% Fell');
  await expect(page.getByRole('row', { name: /^Facts/ })).toContainText('50% Fell');
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Too strict' }).click();
  const result = page.getByTestId('result');
  await expect(result).toContainText('No answer given · Not said: within four business hours');
  await result.getByRole('button').click();
  await expect(result.getByRole('list', { name: 'Facts' })).toContainText('Not said');
  await expect(result.getByRole('list', { name: 'Passages found' })).toContainText('support-hours.txt');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use these settings' }).click();
  const refused = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(refused).toContainText('“Support questions” would fall from 100% to 0%');
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Use these settings' })).toBeVisible();
});

test('questions are imported with a preview, and proposed from documents for review', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/knowledge-testing-dashboard');
  await page.getByRole('button', { name: 'Add test set' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add test set' });
  await dialog.getByLabel('Name').fill('From a file');
  await dialog.getByRole('button', { name: 'Add test set' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const file = page.getByRole('dialog', { name: 'Import questions' });
  await expectAccessible(page);
  const csv = [
    'question,document,words,must say,must not say',
    'When are setup fees refunded?,refunds-and-guarantees.html,Setup fees are refunded in full,ten business days,never',
    'Who waters the plants?,plants.md,,,',
  ].join('\n');
  await file
    .locator('input[type="file"]')
    .setInputFiles({ name: 'questions.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(
    file.getByText('questions.csv: 1 question can be imported. 1 row with problems will be skipped.'),
  ).toBeVisible();
  await expect(file.getByTestId('import-row').nth(1)).toContainText(
    'No document that you may read is called “plants.md”.',
  );
  await expectAccessible(page);
  await file.getByRole('button', { name: 'Import 1 question' }).click();
  await expect(page.getByTestId('question')).toContainText('Must say: ten business days');

  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  const proposing = page.getByRole('dialog', { name: 'Propose questions' });
  await proposing.getByLabel('Source').selectOption({ label: 'Agency handbook' });
  await proposing.getByLabel('Questions').fill('3');
  await proposing.getByRole('button', { name: 'Propose questions' }).click();
  const proposed = page.getByRole('region', { name: 'Proposed questions' }).getByTestId('question');
  await expect(proposed).toHaveCount(3, { timeout: 60_000 });
  await expectAccessible(page);
  await proposed
    .first()
    .getByRole('button', { name: /^Accept question/ })
    .click();
  await expect(proposed).toHaveCount(2);
  await proposed
    .first()
    .getByRole('button', { name: /^Edit question/ })
    .click();
  const edit = page.getByRole('dialog', { name: 'Edit question' });
  await edit.getByLabel('Question', { exact: true }).fill('What does the handbook promise?');
  await edit.getByRole('button', { name: 'Accept question' }).click();
  await expect(proposed).toHaveCount(1);
  await proposed
    .first()
    .getByRole('button', { name: /^Reject question/ })
    .click();
  await expect(proposed).toHaveCount(0);
  await expect(page.getByTestId('question')).toHaveCount(3);
  await expect(page.getByText('What does the handbook promise?')).toBeVisible();
});

test('a scanned PDF becomes a cited answer that says OCR read it @long', async ({ page, signIn }, info) => {
  const path = info.outputPath('scan.pdf');
  mkdirSync(info.outputPath(), { recursive: true });
  writeFileSync(path, await scannedPdf([['black-and-white'], ['gray']]));
  await signIn('admin');
  await page.goto('/knowledge-base-unified');
  await page.getByRole('button', { name: 'Add source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add source' });
  await dialog.getByLabel('Name').fill('Paper archive');
  await dialog.getByRole('button', { name: 'Add source' }).click();
  await expect(page.getByRole('heading', { name: 'Paper archive' })).toBeVisible();
  await page.getByLabel('Files', { exact: true }).setInputFiles(path);
  await expect(page.getByText('1 document, 2 passages')).toBeVisible({ timeout: 120_000 });
  await page.goto('/ai-knowledge-base');
  await page.getByLabel('Search or ask a question').fill('When does the harvest start?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const cited = page.getByTestId('answer').getByRole('listitem').first();
  await expect(cited).toContainText('second Monday of September');
  await expect(cited).toContainText('Page 2');
  await expect(cited.getByText('Read by OCR')).toBeVisible();
  await expectAccessible(page);
  await cited.getByRole('link', { name: 'scan.pdf' }).click();
  await expect(page.getByText('2 pages read by OCR')).toBeVisible();
  await expect(page.locator('li[aria-current="true"]')).toContainText('Read by OCR');
  await expectAccessible(page);
});
