/** Templates for people who sell their advice: consultants, lawyers, coaches. */
import { choice, faq, features, form, type FunnelTemplate, hero, step, steps, text, thanks } from './build.ts';

export const consultant: FunnelTemplate = {
  id: 'consultant',
  name: 'Consultant',
  description: 'A free review call: a page that explains the offer, questions that qualify, and a thank-you page.',
  document: {
    theme: { color: '#1f4f8f', font: 'serif' },
    source: 'Consulting funnel',
    steps: [
      step(
        'land',
        'opt_in',
        'Free review',
        [
          hero(
            'For owners of businesses with 5 to 50 people',
            'Find the one bottleneck that holds your business back',
            'In a free 30-minute review we go through your numbers, your sales, and your team with you. You leave with a one-page plan, whether we work together or not.',
            'Ask for a free review',
          ),
          features('What the review covers', [
            ['Where the money is made', 'Which customers and services earn, and which only keep you busy.'],
            ['Where work gets stuck', 'The step in sales or delivery that everything waits for.'],
            ['What to do first', 'Three changes in order of effect, with a rough size for each.'],
          ]),
          steps('How it works', [
            ['Answer five questions', 'It takes two minutes and tells us how to prepare.'],
            ['We talk for 30 minutes', 'By video or phone, with someone who has run a business.'],
            ['You get your plan', 'One page by email on the same day. It is yours to keep.'],
          ]),
          form(
            'Ask for your free review',
            'We reply within one business day.',
            [
              'first',
              'last',
              'email',
              'phone',
              'company',
              choice('team', 'How many people work in your business?', ['1–4', '5–20', '21–50', 'More than 50']),
              choice('goal', 'What matters most right now?', [
                'More sales',
                'More profit',
                'More time',
                'Something else',
              ]),
              { id: 'other', kind: 'text', label: 'What is it?', when: { field: 'goal', is: 'Something else' } },
            ],
            'Ask for my review',
            ['No preparation needed', 'No sales pitch in the call', 'A written plan in any case'],
            'plain',
          ),
          faq(
            [
              [
                'What does it cost?',
                'The review is free. If you want help with the plan afterwards, we send you a fixed price first.',
              ],
              ['Who will I talk to?', 'To a senior consultant, not to a sales representative.'],
              [
                'Is what I tell you confidential?',
                'Yes. We are glad to sign a nondisclosure agreement before the call.',
              ],
            ],
            'tint',
          ),
        ],
        { description: 'Ask for a free 30-minute review of your business and get a one-page plan.' },
      ),
      thanks(
        'thx',
        'Thank you, {{contact.first_name|and welcome}}',
        'We have your answers and will be in touch within one business day.',
        [
          ['Check your inbox', 'You will get an email with a few times for the call.'],
          ['Pick a time', 'Reply with the one that suits you.'],
          ['Have two numbers at hand', 'Last year’s revenue and your number of customers. Rough figures are fine.'],
        ],
      ),
    ],
  },
};

export const lawyer: FunnelTemplate = {
  id: 'lawyer',
  name: 'Law firm',
  description: 'A first assessment: the visitor describes the matter, and the firm replies with the options.',
  document: {
    theme: { color: '#5b3a29', font: 'serif', corners: 'square' },
    source: 'Law firm funnel',
    steps: [
      step(
        'land',
        'opt_in',
        'First assessment',
        [
          hero(
            'First assessment by an attorney',
            'Know where you stand before you decide anything',
            'Tell us what happened. An attorney reads it and tells you in plain words which options you have, how long they take, and what they cost.',
            'Describe your matter',
          ),
          features('What you get', [
            ['A straight answer', 'Whether it is worth pursuing. Sometimes the best advice is to leave it.'],
            ['The deadlines that count', 'Some rights expire within weeks. We name the dates that apply to you.'],
            ['The cost up front', 'A fixed fee or an hourly rate with a cap, in writing, before we start.'],
          ]),
          form(
            'Describe your matter',
            'Sending this form does not create an attorney-client relationship. Leave out what you would not want in an email.',
            [
              'first',
              'last',
              'email',
              'phone',
              choice('area', 'What is it about?', [
                'Employment',
                'Contracts',
                'Family',
                'Real estate',
                'Something else',
              ]),
              {
                id: 'letter',
                kind: 'choice',
                label: 'Have you received a termination letter?',
                options: ['Yes, within the last three weeks', 'Yes, longer ago', 'No'],
                when: { field: 'area', is: 'Employment' },
              },
              { id: 'what', kind: 'message', label: 'What happened?', required: true },
            ],
            'Send to an attorney',
            ['Read by an attorney, not by a call center', 'Reply within two business days', 'Confidential'],
          ),
          faq([
            [
              'Does the first assessment cost anything?',
              'No. If we take on your matter, we agree on the fee with you in writing first.',
            ],
            ['Do you work with legal insurance?', 'Yes. Send us the name of your insurer and we ask for coverage.'],
            ['I have a deadline tomorrow. What do I do?', 'Call us. Deadlines are handled by phone on the same day.'],
          ]),
        ],
        { description: 'An attorney tells you in plain words which options you have and what they cost.' },
      ),
      thanks('thx', 'We have received your matter', 'An attorney reads it and replies within two business days.', [
        ['We check for conflicts', 'We make sure that we do not represent the other side.'],
        ['An attorney reads it', 'If something is missing, we ask by email or phone.'],
        ['You get our assessment', 'Your options, the deadlines, and the cost of each.'],
      ]),
    ],
  },
};

export const coach: FunnelTemplate = {
  id: 'ecommerce-coach',
  name: 'E-commerce coach',
  description: 'A free guide for an email address, a page that sells the program, and an application.',
  document: {
    theme: { color: '#7a2bbf', corners: 'round' },
    source: 'E-commerce coaching funnel',
    steps: [
      step(
        'guide',
        'opt_in',
        'Free guide',
        [
          hero(
            'Free guide for store owners',
            'Seven fixes that turn more visitors into buyers',
            'The checklist we go through with every store before we spend a cent on ads. Twelve pages, most fixes take less than an hour.',
            'Get the guide',
          ),
          form('Where should we send it?', '', ['first', 'email', 'website'], 'Send me the guide', [
            'Product pages that answer the question behind the question',
            'A checkout with three fewer fields',
            'The two emails that bring back abandoned carts',
          ]),
        ],
        { description: 'A free twelve-page checklist for owners of online stores.' },
      ),
      step(
        'offer',
        'sales',
        'The program',
        [
          hero(
            'Your guide is on its way to {{contact.email|your inbox}}',
            'Want someone beside you while you fix it?',
            'In twelve weeks we rebuild the path from first click to second order with you, in your store, with your numbers.',
            'See how it works',
            'next',
          ),
          steps('Twelve weeks, three parts', [
            ['Measure', 'We find where visitors leave and what each of those places costs you.'],
            ['Fix', 'One change a week, tested before the next one starts.'],
            ['Repeat', 'Email flows and offers that bring customers back.'],
          ]),
          {
            type: 'pricing',
            heading: 'Choose how you want to work',
            text: 'Both start with the same review of your store.',
            items: [
              {
                name: 'Group',
                price: '$490',
                per: 'per month',
                points: 'One live session a week\nA private forum\nAll templates',
                button: 'Apply for the group',
                to: 'next',
              },
              {
                name: 'One to one',
                price: '$1,900',
                per: 'per month',
                points: 'A call every week\nWe work in your store with you\nAnswers within a day\nAll templates',
                button: 'Apply for one to one',
                to: 'next',
                highlighted: true,
              },
            ],
          },
          faq(
            [
              [
                'Is this for beginners?',
                'No. You need a store that sells, at least ten orders a week, so that there is something to measure.',
              ],
              ['Can I stop?', 'Yes, at the end of any month.'],
            ],
            'tint',
          ),
        ],
        { description: 'Twelve weeks of coaching for owners of online stores.' },
      ),
      step('apply', 'opt_in', 'Apply', [
        form(
          'Apply for the program',
          'We take on stores that we can help. You get an answer within three days.',
          [
            'first',
            'last',
            'email',
            { id: 'shop', kind: 'website', label: 'Address of your store', required: true },
            choice('orders', 'Orders per week', ['Fewer than 10', '10–50', '51–200', 'More than 200']),
            choice('way', 'How do you want to work?', ['Group', 'One to one']),
            { id: 'why', kind: 'message', label: 'What have you tried so far?' },
          ],
          'Send application',
          [],
          'plain',
        ),
      ]),
      thanks('thx', 'Your application is in', 'We look at your store and reply within three days.', [
        ['We buy something', 'We order from your store, to see what your customers see.'],
        ['We write back', 'With what we found, whatever we decide.'],
        ['We talk', 'If it fits, we agree on a start date.'],
      ]),
    ],
  },
};

export const saas: FunnelTemplate = {
  id: 'saas-demo',
  name: 'Software demo',
  description: 'A demo request for business software, with plans, answers, and a thank-you page.',
  document: {
    theme: { color: '#0f62d6', mode: 'light' },
    source: 'Demo funnel',
    steps: [
      step(
        'land',
        'opt_in',
        'Request a demo',
        [
          hero(
            'Built for operations teams',
            'Stop running your operations in spreadsheets',
            'One place for orders, stock, and suppliers. Set up in a week, with your data in it, by people who answer the phone.',
            'Request a demo',
          ),
          features('What changes on day one', [
            ['Everyone sees the same numbers', 'Orders and stock are live, so nobody asks for the latest file.'],
            ['Nothing is forgotten', 'Late orders and low stock come to the person who can act on them.'],
            ['You keep your tools', 'It works with your accounting, your store, and your email.'],
          ]),
          steps('From demo to daily use', [
            ['A 30-minute demo', 'With your processes, not with a script.'],
            ['Two weeks on your data', 'We import it for you. There is nothing to pay.'],
            ['Go live in a day', 'We train your team and stay with you for the first month.'],
          ]),
          text(
            'Is it for us?',
            'It fits if most of this is true:\n\n- You handle between 50 and 5,000 orders a day\n- More than three people touch an order\n- Someone spends mornings copying numbers between systems\n\nIf you are smaller, a spreadsheet may serve you well for another year. We tell you so in the demo.',
          ),
          {
            type: 'pricing',
            heading: 'Plans',
            text: 'Every plan includes import, training, and support.',
            look: 'tint',
            items: [
              {
                name: 'Team',
                price: '$49',
                per: 'per user and month',
                points: 'Up to 10 users\nOrders and stock\nSupport by email',
                button: 'Request a demo',
                to: 'form',
              },
              {
                name: 'Business',
                price: '$79',
                per: 'per user and month',
                points: 'Up to 100 users\nSuppliers and purchasing\nRoles and approvals\nSupport by phone',
                button: 'Request a demo',
                to: 'form',
                highlighted: true,
              },
              {
                name: 'Enterprise',
                price: 'Let’s talk',
                per: '',
                points: 'Any number of users\nSingle sign-on\nYour own environment',
                button: 'Request a demo',
                to: 'form',
              },
            ],
          },
          form(
            'Request a demo',
            'We’ll call you back within one business day.',
            [
              'first',
              'last',
              { id: 'work', kind: 'email', label: 'Work email', required: true },
              'phone',
              { id: 'firm', kind: 'companyName', label: 'Company', required: true },
              choice('size', 'Orders per day', ['Fewer than 50', '50–500', '501–5,000', 'More than 5,000']),
              { id: 'now', kind: 'text', label: 'What do you use today?' },
            ],
            'Request a demo',
            ['30 minutes, with your own processes', 'No credit card', 'Your data stays yours'],
            'plain',
          ),
          faq(
            [
              ['How long does the setup take?', 'A week for most teams. We import your data and check it with you.'],
              ['Can we leave?', 'Yes, by the month. You get all your data as files.'],
              ['Where is our data stored?', 'In the region you choose. Ask us for the list of data centers.'],
            ],
            'tint',
          ),
        ],
        { description: 'See how orders, stock, and suppliers fit in one place. A 30-minute demo with your processes.' },
      ),
      thanks(
        'thx',
        'Your demo is requested, {{contact.first_name|thank you}}',
        'We’ll call you back within one business day to agree on a time.',
        [
          ['We look at your website', 'So that we can ask good questions.'],
          ['We’ll call you', 'Five minutes, to agree on time and people.'],
          ['You see your own process', 'We set up an example that looks like your work.'],
        ],
      ),
    ],
  },
};
