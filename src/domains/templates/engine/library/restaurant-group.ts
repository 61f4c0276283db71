import { addTags, agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, task, tell, todo, view, when, whenStage, won } from './build.ts';

export const restaurantGroup: LibraryTemplate = {
  slug: 'restaurant-group', industry: 'Restaurant group', name: 'Restaurant group',
  summary: 'Private dining, catering and events across several houses: date, guests and menu fixed before a deposit, and regulars who are known by name.',
  content: {
    fields: [
      choice('lead', 'Occasion', 'Wedding', 'Birthday', 'Company party', 'Business dinner', 'Funeral meal', 'Other'), field('lead', 'Wanted day', 'day'), field('lead', 'Guests', 'number'), choice('lead', 'House', 'Old Town', 'Waterfront', 'Garden', 'Outside catering'),
      choices('contact', 'Diet', 'Vegetarian', 'Vegan', 'Gluten-free', 'Nut allergy', 'Halal', 'Kosher'), field('contact', 'Favourite table', 'text'), field('contact', 'Birthday', 'day'), choice('contact', 'Kind of guest', 'Regular', 'Company account', 'Press', 'Supplier'),
      field('opportunity', 'Day of the event', 'day'), field('opportunity', 'Number of guests', 'number'), field('opportunity', 'Price per head', 'number'), formula('opportunity', 'Menu value', '{number_of_guests} * {price_per_head}'), choice('opportunity', 'Room', 'Cellar', 'Terrace', 'Upper floor', 'Whole house', 'At the guest’s'), field('opportunity', 'Deposit received', 'boolean'),
    ],
    pipelines: [{ name: 'Events', stages: [
      stage('Asked', 'slate', 15, 2), stage('Day held', 'blue', 35, 5, ['custom.day_of_the_event', 'custom.number_of_guests']), stage('Menu offered', 'amber', 55, 5, ['amount', 'custom.price_per_head'], 'best'), stage('Tasting', 'orange', 70, 10), stage('Confirmed, deposit awaited', 'lime', 90, 7, ['contactId'], 'commit'),
      won('Booked'), lost('Not booked'),
    ] }, { name: 'Company accounts', stages: [stage('First talk', 'slate', 20, 14), stage('Invited to lunch', 'teal', 45, 14, ['contactId']), stage('Terms offered', 'amber', 70, 14, ['amount']), won('Account open'), lost('No interest')] }],
    closeReasons: reasons(['Room and terrace', 'Kitchen known', 'Price'], ['Day was taken', 'Too expensive', 'Too small for the party', 'Event called off', 'No answer']),
    views: [
      view('opportunity', 'Next thirty days', all(is('custom.day_of_the_event', 'within', { range: 'next_days', days: 30 }), is('state', 'any_of', ['open', 'won'])), 'name', 'name', 'custom.day_of_the_event', 'custom.number_of_guests', 'custom.room', 'stage'),
      view('opportunity', 'Deposit missing', all(is('stage', 'any_of', ['@stage:Events/Confirmed, deposit awaited'])), 'stageEnteredAt', 'name', 'amount', 'custom.day_of_the_event'),
      view('lead', 'Large parties', all(is('custom.guests', 'gte', 40)), '-createdAt', 'name', 'custom.occasion', 'custom.wanted_day', 'custom.guests', 'custom.house'),
      view('contact', 'Regulars with allergies', all(is('custom.kind_of_guest', 'any_of', ['Regular']), is('custom.diet', 'any_of', ['Nut allergy', 'Gluten-free'])), 'name', 'name', 'custom.diet', 'custom.favourite_table'),
    ],
    scoreRules: [
      score('Forty guests and more', 35, all(is('custom.guests', 'gte', 40))), score('Wedding or company', 25, all(is('custom.occasion', 'any_of', ['Wedding', 'Company party']))), score('Day within two months', 15, all(is('custom.wanted_day', 'within', { range: 'next_days', days: 60 }))),
      score('Fewer than ten guests', -20, all(is('custom.guests', 'lt', 10))),
    ],
    assignmentRules: [{ label: 'Weddings to the owners', filter: all(is('custom.occasion', 'any_of', ['Wedding'])), to: 'owners' }, { label: 'Events office in turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'Celebrate with us', button: 'Ask for the day', source: 'Website', tags: ['event'], thanks: 'Lovely! We look whether the day is free and write back today.',
      fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'email!': 'E-mail', phone: 'Phone', companyName: 'Company', message: 'Day, number of guests, and what we celebrate' }),
    }],
    plans: [
      { name: 'Event countdown', description: 'From booking to the evening.', record: 'opportunity', on: 'opportunity.won', tasks: [todo('task', 'Enter room and staff in the roster', 0, 'high'), todo('call', 'Final number of guests and allergies', 7), todo('task', 'Order wine and flowers', 10), todo('mail', 'Thank you, and ask for a review', 30)] },
      { name: 'Tasting', record: 'opportunity', tasks: [todo('task', 'Kitchen: two menus', 1), todo('meeting', 'Tasting with the hosts', 5)] },
    ],
    workflows: [
      when('A large party asks', 'Forty and more: the office and the kitchen know it at once.', 'lead.created', [addTags('large-party'), tell('admins', '{{record.custom.guests}} guests: {{record.name}}', '{{record.custom.occasion}} on {{record.custom.wanted_day}}')], all(is('custom.guests', 'gte', 40))),
      when('Answer every enquiry the same day', 'A first answer is drafted for approval while the host still has the page open.', 'lead.created', [mailLead('Your celebration', 'Dear {{record.firstName | default: "guest"}},\n\nthank you for asking us. We are looking whether your day is free and come back today with a room and two menus. Is anybody vegetarian, or allergic to something?\n'), task('call', 'Call {{record.name}} about the day', 1)], all(is('email', 'not_empty'))),
      whenStage('Menu offered: invite to a tasting', 'Who has tasted, books.', 'Events', 'Menu offered', [task('call', 'Invite to a tasting: {{record.name}}', 2)]),
      every('Thursday: the coming weeks', 'Before the roster is made.', '0 10 * * 4', [tell('admins', 'Look at the events of the next thirty days', 'The view “Next thirty days” shows room and guests.')]),
    ],
    steps: checklist(
      { people: 'Invite the events office and the managers of the houses', contacts: 'Bring regulars and company accounts in', licence: 'Enter alcohol, terrace and hygiene permits of each house', deal: 'Enter a booked event', goLive: 'Review days asked for and days booked' },
      client('rooms', 'Check rooms and their sizes', 5, { link: '/record-fields' }), client('menus', 'Agree menus and prices per head', 8), agency('houses', 'Put the form onto the page of each house', 11, { link: '/leads/settings' }),
    ),
    examples: {
      companies: [{ name: 'Brightwater Architects', industry: 'Architecture', city: 'Sausalito' }],
      contacts: [
        { firstName: 'Delphine', lastName: 'Roy', email: 'delphine@brightwater.example', title: 'Office manager', company: 'Brightwater Architects', custom: { kind_of_guest: 'Company account' } },
        { firstName: 'Samir', lastName: 'Haddad', email: 'samir.haddad@guest.example', phone: '+14155550161', custom: { kind_of_guest: 'Regular', favourite_table: '12, by the window', diet: ['Nut allergy'] } },
      ],
      leads: [
        { firstName: 'Alice', lastName: 'Fontaine', email: 'alice.f@guest.example', source: 'Website', about: 'We marry in June and would love the garden.', custom: { occasion: 'Wedding', guests: 85, house: 'Garden', wanted_day: '+190d' } },
        { firstName: 'Ben', lastName: 'Ito', email: 'ben.ito@guest.example', source: 'Phone', custom: { occasion: 'Birthday', guests: 14, house: 'Old Town' } },
      ],
      opportunities: [
        { name: 'Brightwater: year-end dinner', pipeline: 'Events', stage: 'Menu offered', amount: '4480.00', company: 'Brightwater Architects', contact: 'delphine@brightwater.example', closeInDays: 15, custom: { number_of_guests: 56, price_per_head: 80, room: 'Upper floor', deposit_received: false, day_of_the_event: '+23d' } },
        { name: 'Haddad: silver wedding', pipeline: 'Events', stage: 'Confirmed, deposit awaited', amount: '2880.00', contact: 'samir.haddad@guest.example', closeInDays: 4, custom: { number_of_guests: 32, price_per_head: 90, room: 'Terrace', day_of_the_event: '+16d' } },
      ],
      activities: [{ type: 'meeting', subject: 'Tasting with Delphine', dueInDays: 2, opportunity: 'Brightwater: year-end dinner' }, { type: 'call', subject: 'Ask for the deposit', dueInDays: 1, opportunity: 'Haddad: silver wedding', priority: 'high' }],
    },
  },
};
