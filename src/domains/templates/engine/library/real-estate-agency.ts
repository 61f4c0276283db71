import { addTags, agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, tell, todo, view, wait, when, whenStage, won, task } from './build.ts';

export const realEstateAgency: LibraryTemplate = {
  slug: 'real-estate-agency', industry: 'Real estate', name: 'Real estate agency',
  summary: 'Two sides of every sale: sellers from valuation to mandate, buyers from search profile to notary, with commission worked out.',
  content: {
    fields: [
      choice('lead', 'Looking to', 'Buy', 'Sell', 'Rent', 'Let', 'Have it valued'), field('lead', 'Budget', 'number'), choice('lead', 'Financing', 'Confirmed', 'In progress', 'Cash', 'Not yet'), choices('lead', 'Areas', 'Centre', 'North', 'South', 'East', 'West', 'Outside town'),
      choice('contact', 'Side', 'Buyer', 'Seller', 'Tenant', 'Landlord', 'Notary', 'Lender'), field('contact', 'Search profile', 'long_text'),
      field('opportunity', 'Address of the property', 'text'), choice('opportunity', 'Kind of property', 'Flat', 'House', 'Plot', 'Shop', 'Office'), field('opportunity', 'Living area', 'number'), field('opportunity', 'Commission percent', 'number'),
      formula('opportunity', 'Commission', '{amount} * {commission_percent} / 100'), field('opportunity', 'Listing', 'url'), field('opportunity', 'Mandate ends', 'day'),
    ],
    pipelines: [
      { name: 'Sellers', stages: [
        stage('Valuation asked for', 'slate', 15, 3), stage('Valuation held', 'blue', 40, 10, ['contactId', 'custom.address_of_the_property']), stage('Mandate offered', 'amber', 65, 10, ['amount', 'custom.commission_percent'], 'best'), won('Mandate signed', ['custom.mandate_ends']), lost('No mandate'),
      ] },
      { name: 'Buyers', stages: [
        stage('Search profile', 'slate', 10, 14), stage('Viewing booked', 'blue', 20, 7, ['contactId']), stage('Viewed', 'cyan', 35, 5), stage('Offer made', 'amber', 60, 5, ['amount'], 'best'), stage('Reserved', 'orange', 80, 21, ['expectedClose'], 'commit'),
        stage('Notary booked', 'lime', 95, 30, [], 'commit'), won('Sold'), lost('Withdrawn'),
      ] },
    ],
    closeReasons: reasons(['Right price', 'Exclusive property', 'Quick financing'], ['Financing refused', 'Bought elsewhere', 'Price too high', 'Defects found', 'Seller withdrew']),
    views: [
      view('lead', 'Sellers to call', all(is('custom.looking_to', 'any_of', ['Sell', 'Have it valued']), is('status', 'any_of', ['new', 'working'])), '-score', 'name', 'phone', 'score', 'createdAt'),
      view('lead', 'Buyers with financing', all(is('custom.looking_to', 'any_of', ['Buy']), is('custom.financing', 'any_of', ['Confirmed', 'Cash'])), '-score', 'name', 'custom.budget', 'custom.areas', 'custom.financing'),
      view('opportunity', 'Mandates that end soon', all(is('custom.mandate_ends', 'within', { range: 'next_days', days: 45 })), 'name', 'name', 'custom.mandate_ends', 'custom.commission', 'owner'),
      view('opportunity', 'Reserved and with the notary', all(is('stage', 'any_of', ['@stage:Buyers/Reserved', '@stage:Buyers/Notary booked'])), 'expectedClose', 'name', 'amount', 'custom.commission', 'expectedClose'),
    ],
    scoreRules: [
      score('Wants to sell', 40, all(is('custom.looking_to', 'any_of', ['Sell', 'Have it valued']))), score('Financing stands', 30, all(is('custom.financing', 'any_of', ['Confirmed', 'Cash']))),
      score('Budget over 500,000', 20, all(is('custom.budget', 'gte', 500_000))), score('No financing yet', -15, all(is('custom.financing', 'any_of', ['Not yet']))),
    ],
    assignmentRules: [{ label: 'Valuations to the owners', filter: all(is('custom.looking_to', 'any_of', ['Sell', 'Have it valued'])), to: 'owners' }, { label: 'Buyers in turns', filter: all(), to: 'everyone' }],
    forms: [
      { name: 'What is my property worth?', button: 'Ask for a valuation', source: 'Valuation form', tags: ['seller'], thanks: 'Thank you. We call you within a working day to arrange a visit.', fields: ask({ 'lastName!': 'Name', 'phone!': 'Phone', email: 'E-mail', city: 'Where is the property?', message: 'Kind, size and condition' }) },
      { name: 'Ask about a property', button: 'Send', source: 'Listing', tags: ['buyer'], fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'email!': 'E-mail', phone: 'Phone', message: 'Which property, and what would you like to know?' }) },
    ],
    plans: [
      { name: 'Bring a property to market', description: 'From signed mandate to first viewing.', record: 'opportunity', on: 'opportunity.won', tasks: [todo('task', 'Energy certificate and floor plans', 2), todo('task', 'Photographer', 4), todo('task', 'Listing online', 7, 'high'), todo('meeting', 'First viewings', 14)] },
      { name: 'Handover', record: 'opportunity', tasks: [todo('task', 'Meter readings', 0), todo('task', 'Keys and protocol', 0, 'high'), todo('mail', 'Ask both sides for a review', 5)] },
    ],
    workflows: [
      when('A seller has called: valuation within a day', 'Sellers are rare. The owner hears of one at once.', 'lead.created', [addTags('seller'), tell('owner', 'A seller: {{record.name}}', '{{record.city}} {{record.phone}}'), task('call', 'Arrange a valuation with {{record.name}}', 0, 'high')], all(is('custom.looking_to', 'any_of', ['Sell', 'Have it valued']))),
      when('Ask buyers for their financing', 'A day after a buyer’s enquiry.', 'lead.created', [wait(1, 'days'), mailLead('Before we view anything', 'Hello {{record.firstName | default: "there"}},\n\nso that we can hold a property for you when it fits: do you have a confirmation of financing? If not, we gladly name two lenders who answer within a week.\n')], all(is('custom.looking_to', 'any_of', ['Buy']), is('email', 'not_empty'))),
      whenStage('After a viewing', 'Impressions fade: call on the next day.', 'Buyers', 'Viewed', [task('call', 'How did they like it? {{record.name}}', 1)]),
      every('Monday: mandates and reservations', 'A look at what ends or waits.', '0 8 * * 1', [tell(['@owners'], 'Look at mandates that end and reservations that wait', 'The views “Mandates that end soon” and “Reserved and with the notary” show them.')]),
    ],
    steps: checklist(
      { people: 'Invite agents and the back office', contacts: 'Bring sellers, buyers and landlords in', licence: 'Enter the broker’s licence and the liability insurance', deal: 'Enter a running mandate', goLive: 'Review time from enquiry to viewing' },
      client('listings', 'Enter running mandates with address and commission', 9, { link: '/opportunities' }), agency('portals', 'Send portal enquiries to the web form', 12),
    ),
    examples: {
      contacts: [
        { firstName: 'Grete', lastName: 'Olsen', email: 'grete.olsen@home.example', phone: '+14155550131', city: 'Marin', custom: { side: 'Seller' } }, { firstName: 'Dev', lastName: 'Anand', email: 'dev.anand@home.example', city: 'San Rafael', custom: { side: 'Buyer', search_profile: 'Three bedrooms, garden, school within walking distance.' } },
        { firstName: 'Colette', lastName: 'Barre', email: 'colette.barre@home.example', custom: { side: 'Buyer' } },
      ],
      leads: [
        { firstName: 'Ines', lastName: 'Castell', email: 'ines.c@home.example', phone: '+14155550133', source: 'Valuation form', city: 'Mill Valley', about: 'Inherited a house with a large garden.', custom: { looking_to: 'Have it valued' } },
        { firstName: 'Jamal', lastName: 'Greene', email: 'jamal.g@home.example', source: 'Listing', status: 'working', custom: { looking_to: 'Buy', budget: 650_000, financing: 'Confirmed', areas: ['Centre', 'North'] } },
      ],
      opportunities: [
        { name: 'Olsen: Larkspur Lane 12', pipeline: 'Sellers', stage: 'Mandate offered', amount: '940000.00', contact: 'grete.olsen@home.example', closeInDays: 8, custom: { address_of_the_property: 'Larkspur Lane 12', kind_of_property: 'House', living_area: 168, commission_percent: 2.5, mandate_ends: '+30d' } },
        { name: 'Anand: Cedar Court 4', pipeline: 'Buyers', stage: 'Offer made', amount: '612000.00', contact: 'dev.anand@home.example', closeInDays: 30, custom: { kind_of_property: 'House', commission_percent: 2.5 } },
        { name: 'Barre: Mill Flat 2B', pipeline: 'Buyers', stage: 'Viewing booked', contact: 'colette.barre@home.example', closeInDays: 55, custom: { kind_of_property: 'Flat' } },
      ],
      activities: [{ type: 'meeting', subject: 'Second viewing with a surveyor', dueInDays: 2, opportunity: 'Anand: Cedar Court 4' }, { type: 'call', subject: 'Answer on the mandate', dueInDays: 1, opportunity: 'Olsen: Larkspur Lane 12', priority: 'high' }],
    },
  },
};
