import { addTags, agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, task, tell, todo, view, when, whenStage, won } from './build.ts';

export const eCommerce: LibraryTemplate = {
  slug: 'e-commerce', industry: 'E-commerce', name: 'E-commerce',
  summary: 'Beside the shop itself: wholesale accounts, creators and partners, and customers who are worth a personal word – with margin in sight.',
  content: {
    fields: [
      choice('lead', 'Asks as', 'Retailer', 'Distributor', 'Creator', 'Corporate gifts', 'Customer'), field('lead', 'Shop or channel', 'url'), field('lead', 'Units a month', 'number'), choice('lead', 'Region', 'Domestic', 'EU', 'UK', 'North America', 'Elsewhere'),
      choice('contact', 'Segment', 'First order', 'Returning', 'Champion', 'At risk', 'Lost'), field('contact', 'Orders', 'number'), field('contact', 'Spent in total', 'number'), formula('contact', 'Average order', '{spent_in_total} / {orders}'), field('contact', 'Last order', 'day'),
      choices('opportunity', 'Ranges', 'Core', 'Seasonal', 'Limited', 'Outlet'), field('opportunity', 'Units', 'number'), field('opportunity', 'Wholesale price', 'number'), field('opportunity', 'Unit cost', 'number'), formula('opportunity', 'Gross margin', '{units} * ({wholesale_price} - {unit_cost})'), choice('opportunity', 'Payment terms', 'Prepaid', '30 days', '60 days', 'Consignment'), field('opportunity', 'Ship by', 'day'),
    ],
    pipelines: [
      { name: 'Wholesale', stages: [
        stage('Applied', 'slate', 15, 4), stage('Samples sent', 'blue', 35, 14, ['contactId']), stage('Price list agreed', 'amber', 60, 10, ['custom.wholesale_price', 'custom.payment_terms'], 'best'), stage('First order expected', 'lime', 85, 14, ['amount', 'custom.units'], 'commit'), won('Stocked'), lost('Not listed'),
      ] },
      { name: 'Creators', stages: [stage('Suggested', 'slate', 15, 10), stage('Written to', 'pink', 30, 7), stage('Terms agreed', 'purple', 65, 10, ['amount']), stage('Content delivered', 'lime', 90, 14), won('Published'), lost('No match')] },
    ],
    closeReasons: reasons(['Margin works for both', 'Product sells', 'Exclusive range'], ['Minimum order too high', 'Margin too thin', 'No shelf space', 'Audience does not fit', 'Credit check failed']),
    views: [
      view('lead', 'Wholesale applications', all(is('custom.asks_as', 'any_of', ['Retailer', 'Distributor'])), '-score', 'name', 'company', 'custom.units_a_month', 'custom.region'),
      view('contact', 'Champions who have gone quiet', all(is('custom.segment', 'any_of', ['Champion']), is('custom.last_order', 'within', { range: 'older_than_days', days: 60 })), 'name', 'name', 'email', 'custom.spent_in_total', 'custom.last_order'),
      view('opportunity', 'To ship within two weeks', all(is('custom.ship_by', 'within', { range: 'next_days', days: 14 })), 'name', 'name', 'custom.units', 'custom.ship_by'),
      view('opportunity', 'Thin margin', all(is('custom.gross_margin', 'lt', 500), is('state', 'any_of', ['open'])), '-amount', 'name', 'custom.units', 'custom.wholesale_price', 'custom.gross_margin'),
    ],
    scoreRules: [
      score('Distributor', 35, all(is('custom.asks_as', 'any_of', ['Distributor']))), score('A hundred units a month and more', 30, all(is('custom.units_a_month', 'gte', 100))), score('Shows a shop', 15, all(is('custom.shop_or_channel', 'not_empty'))),
      score('Asks as a customer', -40, all(is('custom.asks_as', 'any_of', ['Customer']))),
    ],
    assignmentRules: [{ label: 'Distributors to the owners', filter: all(is('custom.asks_as', 'any_of', ['Distributor'])), to: 'owners' }, { label: 'Partner team in turns', filter: all(), to: 'everyone' }],
    forms: [
      { name: 'Sell our products', button: 'Apply', source: 'Wholesale page', tags: ['wholesale'], confirmEmail: true, thanks: 'Thank you. We look at your shop and answer within three working days with a price list.', fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'email!': 'Work e-mail', 'companyName!': 'Shop', website: 'Website', country: 'Country', message: 'What would you like to stock?' }) },
      { name: 'Work with us as a creator', button: 'Send', source: 'Creators page', tags: ['creator'], fields: ask({ 'firstName!': 'Name', 'email!': 'E-mail', website: 'Your channel', message: 'What would you make?' }) },
    ],
    plans: [
      { name: 'Onboard a retailer', record: 'opportunity', on: 'opportunity.won', description: 'So that the second order comes.', tasks: [todo('task', 'Credit check and terms', 1, 'high'), todo('task', 'Images and texts for their shop', 3), todo('call', 'How does it sell?', 30), todo('call', 'Second order', 45)] },
      { name: 'Samples', record: 'opportunity', tasks: [todo('task', 'Send samples', 1), todo('call', 'Have they arrived?', 7), todo('call', 'What do customers say?', 14)] },
    ],
    workflows: [
      when('Customers go to support', 'Those who ask for their parcel shall not wait for the sales team.', 'lead.created', [addTags('support'), mailLead('Your question', 'Hello {{record.firstName | default: "there"}},\n\nthank you for writing. Could you send us your order number? Then we can help you straight away.\n')], all(is('custom.asks_as', 'any_of', ['Customer']))),
      when('A distributor applies', 'Owners hear of it at once.', 'lead.created', [tell(['@owners'], 'Distributor: {{record.companyName}}', '{{record.custom.units_a_month | default: "?"}} units a month, {{record.custom.region}}'), task('call', 'Call {{record.name}}', 1, 'high')], all(is('custom.asks_as', 'any_of', ['Distributor']))),
      whenStage('Samples sent', 'Samples without a call are gifts.', 'Wholesale', 'Samples sent', [task('call', 'Have the samples arrived? {{record.name}}', 7)]),
      when('A champion goes quiet', 'When a champion is marked at risk, somebody writes personally.', 'contact.updated', [task('mail', 'A personal word to {{record.name}}', 1)], all(is('custom.segment', 'any_of', ['At risk'])), ['custom.segment']),
      every('Friday: what ships', 'A look ahead with the warehouse.', '0 12 * * 5', [tell('admins', 'Orders to ship within two weeks', 'The view “To ship within two weeks” has the units.')]),
    ],
    steps: checklist(
      { people: 'Invite partner, marketing and warehouse teams', contacts: 'Bring customers in with orders and spend', licence: 'Enter trade registration, packaging register and product safety papers', deal: 'Enter a wholesale account', goLive: 'Review applications and second orders' },
      client('prices', 'Agree wholesale prices and minimum orders', 7), agency('import', 'Weekly import of orders agreed', 14, { link: '/contacts/import' }),
    ),
    examples: {
      companies: [{ name: 'Kestrel Outdoor', industry: 'Retail', website: 'https://kestrel-outdoor.example' }, { name: 'Nordlys Handel', industry: 'Distribution' }],
      contacts: [
        { firstName: 'Moira', lastName: 'Keane', email: 'moira@kestrel-outdoor.example', title: 'Buyer', company: 'Kestrel Outdoor', custom: { segment: 'Returning', orders: 4, spent_in_total: 5120 } }, { firstName: 'Anders', lastName: 'Holm', email: 'anders@nordlys.example', company: 'Nordlys Handel' },
        { firstName: 'Yuki', lastName: 'Mori', email: 'yuki.mori@customer.example', custom: { segment: 'Champion', orders: 11, spent_in_total: 1490, last_order: '-74d' } },
      ],
      leads: [
        { firstName: 'Clara', lastName: 'Dupuis', email: 'clara@atelier-dupuis.example', company: 'Atelier Dupuis', source: 'Wholesale page', custom: { asks_as: 'Retailer', units_a_month: 40, region: 'EU' } },
        { firstName: 'Zane', lastName: 'Porter', email: 'zane@porterfilms.example', source: 'Creators page', about: 'Makes trail films, 120,000 followers.', custom: { asks_as: 'Creator', shop_or_channel: 'https://porterfilms.example' } },
      ],
      opportunities: [
        { name: 'Kestrel: autumn range', pipeline: 'Wholesale', stage: 'Price list agreed', amount: '7200.00', company: 'Kestrel Outdoor', contact: 'moira@kestrel-outdoor.example', closeInDays: 14, custom: { ranges: ['Seasonal'], units: 240, wholesale_price: 30, unit_cost: 17.5, payment_terms: '30 days', ship_by: '+12d' } },
        { name: 'Nordlys: Scandinavia', pipeline: 'Wholesale', stage: 'Samples sent', amount: '24000.00', company: 'Nordlys Handel', contact: 'anders@nordlys.example', closeInDays: 45, custom: { ranges: ['Core'], units: 1000, wholesale_price: 24, unit_cost: 16 } },
      ],
      activities: [{ type: 'call', subject: 'Have the samples arrived?', dueInDays: 2, opportunity: 'Nordlys: Scandinavia' }, { type: 'task', subject: 'Send the autumn price list', dueInDays: -1, done: true, opportunity: 'Kestrel: autumn range' }],
    },
  },
};
