/** Templates for businesses with customers nearby: real estate, dentists, gyms, home services. */
import { choice, cta, faq, features, form, type FunnelTemplate, hero, step, steps, text, thanks } from './build.ts';

export const realEstate: FunnelTemplate = {
  id: 'real-estate',
  name: 'Real estate',
  description: 'A home valuation for owners who think about selling, with questions about the home.',
  document: {
    theme: { color: '#0f6b5c' },
    source: 'Home valuation',
    steps: [
      step(
        'land',
        'opt_in',
        'Home valuation',
        [
          hero(
            'Free home valuation',
            'What is your home worth today?',
            'Get a price range from someone who sold homes on your street, not from a formula. Free, and without any obligation to sell.',
            'Get my valuation',
          ),
          steps('Three steps to your price', [
            ['Tell us about your home', 'Address, size, and condition. It takes two minutes.'],
            ['We compare real sales', 'Homes like yours that sold nearby in the last twelve months.'],
            ['You get a range with reasons', 'In writing, with the sales it is based on.'],
          ]),
          form(
            'Tell us about your home',
            'You get your valuation within two business days.',
            [
              'first',
              'last',
              'email',
              'phone',
              { id: 'place', kind: 'city', label: 'City and street', required: true },
              choice('type', 'What kind of home is it?', ['House', 'Apartment', 'Land']),
              {
                id: 'rooms',
                kind: 'choice',
                label: 'Bedrooms',
                options: ['1', '2', '3', '4', '5 or more'],
                when: { field: 'type', is: 'House' },
              },
              {
                id: 'floor',
                kind: 'text',
                label: 'Which floor, and is there an elevator?',
                when: { field: 'type', is: 'Apartment' },
              },
              choice('when', 'When would you sell?', [
                'As soon as possible',
                'Within 6 months',
                'Within a year',
                'I just want to know',
              ]),
            ],
            'Get my valuation',
            ['Based on real sales nearby', 'Free, and no obligation', 'Your address is not shared with anyone'],
            'plain',
          ),
          faq(
            [
              [
                'Do I have to let you in?',
                'Not for the first range. For an exact price we would like to see the home.',
              ],
              ['What do you get out of it?', 'If you decide to sell, we would like to be the agent you call first.'],
              ['How exact is the range?', 'Usually within 5 to 8 percent. Unusual homes are harder, and we say so.'],
            ],
            'tint',
          ),
        ],
        { description: 'Get a price range for your home from real sales nearby, free and without obligation.' },
      ),
      thanks(
        'thx',
        'Your valuation is on its way',
        'An agent compares your home with recent sales and sends you the range within two business days.',
        [
          ['We look up sales nearby', 'The same kind of home, the last twelve months.'],
          ['We may call once', 'If a detail changes the price, we ask.'],
          ['You get the range', 'By email, with the sales it is based on.'],
        ],
      ),
    ],
  },
};

export const dentist: FunnelTemplate = {
  id: 'dentist',
  name: 'Dentist',
  description: 'New patients ask for a first visit and say what it is about and when they have time.',
  document: {
    theme: { color: '#0b7a9b', corners: 'round' },
    source: 'New patients',
    steps: [
      step(
        'land',
        'opt_in',
        'New patients',
        [
          hero(
            'New patients welcome',
            'A dentist who takes the time to explain',
            'Your first visit is an hour: a full check-up, a cleaning, and a plan that you understand. You know the cost before anything is done.',
            'Request a visit',
          ),
          features('Your first visit', [
            ['A full check-up', 'Teeth, gums, and bite, with X-rays only where they are needed.'],
            ['A gentle cleaning', 'By a hygienist who tells you before each step what comes next.'],
            ['A plan in plain words', 'What is urgent, what can wait, and what your insurance pays.'],
          ]),
          text(
            'Nervous about the dentist?',
            'Many of our patients are. Tell us when you book and we plan **more time, breaks when you raise your hand, and sedation if you want it**. Nothing happens that we have not agreed on.',
          ),
          form(
            'Request your first visit',
            'We’ll call you back on the same day to agree on a time.',
            [
              'first',
              'last',
              { id: 'tel', kind: 'phone', label: 'Phone', required: true },
              { id: 'mail', kind: 'email', label: 'Email' },
              choice('why', 'What is it about?', ['Check-up and cleaning', 'Pain', 'Cosmetic', 'A second opinion']),
              {
                id: 'where',
                kind: 'text',
                label: 'Where does it hurt, and since when?',
                when: { field: 'why', is: 'Pain' },
              },
              choice('day', 'When do you have time?', ['Mornings', 'Afternoons', 'Evenings', 'Any time']),
              { id: 'afraid', kind: 'checkbox', label: 'I am nervous about the visit' },
            ],
            'Request a visit',
            ['Same-day visits for pain', 'Evening hours on Tuesdays and Thursdays', 'Most insurances accepted'],
          ),
          faq([
            [
              'What does the first visit cost?',
              'Check-up and cleaning are covered by most insurances. Without one, we tell you the price on the phone.',
            ],
            ['Do you treat children?', 'Yes, from the first tooth on. Come with them for a look around first.'],
            ['Can I change my appointment?', 'Yes, up to 24 hours before.'],
          ]),
        ],
        { description: 'Request your first visit: check-up, cleaning, and a plan that you understand.' },
      ),
      thanks('thx', 'Thank you, {{contact.first_name|see you soon}}', 'We’ll call you back today to agree on a time.', [
        ['Answer our call', 'It takes three minutes. If we miss you, we try again.'],
        ['Bring your insurance card', 'And a list of your medicines, if you take any.'],
        ['Come ten minutes early', 'There is one short form to fill in.'],
      ]),
    ],
  },
};

export const gym: FunnelTemplate = {
  id: 'gym',
  name: 'Gym',
  description: 'A free trial week with a goal, then an offer for members, and a thank-you page.',
  document: {
    theme: { color: '#d9480f', mode: 'dark', corners: 'soft' },
    source: 'Trial week',
    steps: [
      step(
        'trial',
        'opt_in',
        'Free week',
        [
          hero(
            'Seven days, no payment details',
            'Train with us for a week, for free',
            'All classes, all equipment, and a plan from a trainer on your first day. If you do not like it, you just do not come back.',
            'Get my free week',
          ),
          features('Your week', [
            ['Day 1: meet your trainer', '45 minutes to find out where you are and where you want to be.'],
            ['Days 2 to 6: try everything', 'Strength, classes, and the sauna. Come as often as you like.'],
            ['Day 7: your plan', 'What to do next, with us or at home.'],
          ]),
          form(
            'Get your free week',
            'Show the email at the desk, that is all.',
            [
              'first',
              'email',
              'phone',
              choice('goal', 'What is your goal?', [
                'Lose weight',
                'Get stronger',
                'Feel better',
                'Prepare for something',
              ]),
              {
                id: 'what',
                kind: 'text',
                label: 'What are you preparing for?',
                when: { field: 'goal', is: 'Prepare for something' },
              },
            ],
            'Get my free week',
            ['No credit card', 'Ends by itself', 'Bring a friend for free'],
          ),
          faq([
            [
              'I have never been to a gym. Is that a problem?',
              'No. Half of our members started like you. The first day is made for it.',
            ],
            ['What do I need to bring?', 'Sports shoes and a towel. We have everything else.'],
          ]),
        ],
        { description: 'Train for a week for free, with a plan from a trainer on your first day.' },
      ),
      step(
        'join',
        'sales',
        'Membership',
        [
          hero(
            'Your free week is ready, {{contact.first_name|welcome}}',
            'Decide early and save the joining fee',
            'If you choose a membership before your week ends, there is no joining fee and you can still cancel within 14 days.',
            'Ask for this offer',
            'next',
          ),
          {
            type: 'pricing',
            heading: 'Memberships',
            text: 'Cancel any month.',
            items: [
              {
                name: 'Off-peak',
                price: '$29',
                per: 'per month',
                points: 'Weekdays until 4 p.m.\nAll equipment',
                button: 'Choose off-peak',
                to: 'next',
              },
              {
                name: 'Anytime',
                price: '$45',
                per: 'per month',
                points: 'Open 24 hours\nAll classes\nSauna',
                button: 'Choose anytime',
                to: 'next',
                highlighted: true,
              },
              {
                name: 'With a trainer',
                price: '$99',
                per: 'per month',
                points: 'Everything in Anytime\nTwo sessions with a trainer',
                button: 'Choose with a trainer',
                to: 'next',
              },
            ],
          },
        ],
        { description: 'Memberships without a joining fee for people in their free week.' },
      ),
      thanks(
        'thx',
        'See you at the gym',
        'Your free week is valid for 30 days. We keep the offer for you until the week ends.',
        [
          ['Show the email', 'At the desk, with any ID.'],
          ['Meet your trainer', 'Plan 45 minutes on your first day.'],
          ['Train', 'As often as you like.'],
        ],
      ),
    ],
  },
};

export const homeServices: FunnelTemplate = {
  id: 'home-services',
  name: 'Home services',
  description: 'A quote for repairs and installations: what, where, and how urgent.',
  document: {
    theme: { color: '#1d6f42' },
    source: 'Quote request',
    steps: [
      step(
        'land',
        'opt_in',
        'Get a quote',
        [
          hero(
            'Licensed and insured',
            'Heating, plumbing, and air conditioning that gets fixed the first time',
            'Tell us what is wrong. You get a price range on the same day and a fixed price before we start.',
            'Get a quote',
          ),
          features('What you can count on', [
            ['A fixed price', 'Agreed before we start. If it takes us longer, that is on us.'],
            ['A time you can plan with', 'A two-hour window and a call when we are on the way.'],
            ['Two years of warranty', 'On parts and on our work.'],
          ]),
          form(
            'What do you need?',
            'The more you tell us, the closer the first price is.',
            [
              'first',
              'last',
              { id: 'tel', kind: 'phone', label: 'Phone', required: true },
              'email',
              { id: 'place', kind: 'city', label: 'City or ZIP code', required: true },
              choice('what', 'What is it about?', ['Something is broken', 'A new installation', 'Maintenance']),
              {
                id: 'urgent',
                kind: 'choice',
                label: 'How urgent is it?',
                options: ['It is an emergency', 'In the next days', 'In the next weeks'],
                when: { field: 'what', is: 'Something is broken' },
              },
              { id: 'details', kind: 'message', label: 'Describe it in a few words', required: true },
            ],
            'Get a quote',
            ['Reply on the same day', 'Emergencies around the clock', 'Free visits for installations'],
          ),
          steps(
            'How it goes',
            [
              ['You describe it', 'Here, or by phone.'],
              ['We name a price range', 'On the same day, by phone or email.'],
              ['We come and fix it', 'With the parts in the van, at a fixed price.'],
            ],
            'plain',
          ),
          faq(
            [
              [
                'Do you charge for the visit?',
                'For repairs there is a call-out fee, which we take off the bill. Visits for installations are free.',
              ],
              ['Which areas do you cover?', 'The city and everything within 25 miles.'],
              ['How can I pay?', 'By card or bank transfer, after the work is done.'],
            ],
            'tint',
          ),
          cta(
            'Rather talk to someone?',
            'Send the form with “please call” and we ring you back within the hour.',
            'Go to the form',
          ),
        ],
        { description: 'Describe what you need and get a price range on the same day.' },
      ),
      thanks('thx', 'We have your request', 'You hear from us today, {{contact.first_name|with a price range}}.', [
        ['We read it', 'Emergencies first, at any hour.'],
        ['We name a price range', 'By phone or email, today.'],
        ['We agree on a time', 'A two-hour window that suits you.'],
      ]),
    ],
  },
};
