/** Texts of the example agency's knowledge. */

export const HANDBOOK = [
  {
    name: 'client-onboarding.md',
    type: 'text/markdown',
    text: `# Client onboarding

Every new client goes through the same four weeks. The account manager owns the plan and the client sees it.

## Week 1: Kickoff

The kickoff call takes 60 minutes and happens within three business days after the contract is signed. Send the agenda the day before. Collect brand files, logins, and the list of competitors.

## Week 2: Tracking

Install the website pixel and connect the ad accounts. Nothing is launched before conversions are measured on the client's own thank-you page.

## Weeks 3 and 4: Launch

The first campaign starts with 20% of the monthly budget. We review results with the client after seven days and raise the budget only when the cost per lead is below the agreed target.

## Offboarding

A client may leave with 30 days' notice at the end of a month. We hand back all logins within five business days and delete our copies of personal data after 90 days.
`,
  },
  {
    name: 'pricing.csv',
    type: 'text/csv',
    text: `Service,Setup fee,Monthly fee,Includes
Local search,$750.00,$900.00,"Google profile, 20 directory entries, monthly report"
Paid search,"$1,200.00","$1,500.00","Ad management up to $10,000.00 spend, landing page tests"
Social media,$600.00,"$1,100.00","12 posts a month, community answers on business days"
Email automation,"$1,500.00",$800.00,"Five workflows, list hygiene, monthly newsletter"
`,
  },
  {
    name: 'refunds-and-guarantees.html',
    type: 'text/html',
    text: `<!doctype html><html><head><title>Refunds and guarantees</title></head><body>
<h1>Refunds and guarantees</h1>
<p>Setup fees are refunded in full when we miss the agreed launch date by more than ten business days.</p>
<h2>Ad spend</h2>
<p>Ad spend is paid to the networks directly. We never refund it, and we never add a margin to it.</p>
<h2>Service credits</h2>
<p>When a monthly report is more than five business days late, the client receives a credit of 10% of that month's fee.</p>
</body></html>`,
  },
  {
    name: 'support-hours.txt',
    type: 'text/plain',
    text: `Client support hours

The support desk answers on business days from 8:00 a.m. to 6:00 p.m. Central Time.
Urgent problems, such as a website that is down or ads that spend without limit, are answered around the clock on the emergency line.
We answer every message within four business hours.
`,
  },
];

export const NOTES = [
  {
    title: 'How we name campaigns',
    text: `Campaign names have four parts, separated by underscores: client, channel, audience, and month.

Example: \`bayside_search_dentists_2026-05\`. Reports group by these parts, so spelling matters.`,
  },
  {
    title: 'Before you publish a landing page',
    text: `Check the page on a phone, send a test lead, and confirm that it arrives in the CRM with its source.

Ask a second person to read the text. The client approves every page in writing before it goes live.`,
  },
];

export const POLICY = {
  title: 'Discounts',
  text: `Account managers may give a discount of up to 10% on monthly fees. Anything above 10% needs the approval of an owner. Setup fees are never discounted.`,
};

export const VERIFIED = {
  title: 'Do clients own their ad accounts?',
  text: 'Yes. Every client owns their ad accounts, tracking, and data. We work with access that the client can withdraw at any time.',
};

export const QUESTIONS: readonly { question: string; daysAgo: number; helpful?: boolean }[] = [
  { question: 'How long is the kickoff call?', daysAgo: 12, helpful: true },
  { question: 'When are setup fees refunded?', daysAgo: 8, helpful: true },
  { question: 'What does paid search cost per month?', daysAgo: 5 },
  { question: 'Do we offer podcast production?', daysAgo: 3 },
  { question: 'When does the support desk answer?', daysAgo: 1, helpful: true },
];

/** Questions of the test set, with words of the passage that answers; none where nothing does. */
export const TEST_QUESTIONS: readonly { question: string; quote: string; mustSay?: string[]; mustNotSay?: string[] }[] =
  [
    {
      question: 'How much notice must a client give to leave?',
      quote: 'A client may leave with 30 days',
      mustSay: ['30 days'],
    },
    { question: 'When are setup fees refunded?', quote: 'Setup fees are refunded in full' },
    {
      question: 'What happens when the monthly report is late?',
      quote: 'the client receives a credit of 10%',
      mustSay: ['credit of 10%'],
    },
    { question: 'How much of the budget does the first campaign use?', quote: 'The first campaign starts with 20%' },
    { question: 'How do we name campaigns?', quote: 'Campaign names have four parts' },
    {
      question: 'Do clients own their ad accounts?',
      quote: 'Every client owns their ad accounts',
      mustNotSay: ['agency owns the ad accounts'],
    },
    { question: 'Which vaccines do travelers to Brazil need?', quote: '' },
  ];
