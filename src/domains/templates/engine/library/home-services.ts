import { addTags, agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, task, tell, todo, view, wait, when, whenStage, won } from './build.ts';

export const homeServices: LibraryTemplate = {
  slug: 'home-services', industry: 'Home services', name: 'Home services',
  summary: 'Plumbing, heating, roofing and electrics: emergencies first, estimates on the road, jobs scheduled, maintenance contracts that come back each year.',
  content: {
    fields: [
      choice('lead', 'Trade', 'Plumbing', 'Heating and cooling', 'Electrical', 'Roofing', 'Solar', 'Other'), choice('lead', 'How urgent', 'Emergency', 'This week', 'This month', 'Planning ahead'), choice('lead', 'Building', 'House', 'Flat', 'Business'),
      field('contact', 'Gate code and parking', 'text'), choices('contact', 'Installed', 'Gas boiler', 'Heat pump', 'Air conditioning', 'Solar panels', 'Wallbox'), field('contact', 'Next service', 'day'),
      field('opportunity', 'Material cost', 'number'), field('opportunity', 'Hours planned', 'number'), field('opportunity', 'Hourly rate', 'number'), formula('opportunity', 'Margin', '{amount} - {material_cost} - {hours_planned} * {hourly_rate}'), field('opportunity', 'Permit needed', 'boolean'), field('opportunity', 'Site visit', 'day'),
    ],
    pipelines: [
      { name: 'Jobs', stages: [
        stage('Called in', 'slate', 25, 1), stage('Site visit booked', 'blue', 45, 5, ['contactId', 'custom.site_visit']), stage('Estimate sent', 'amber', 60, 5, ['amount'], 'best'), stage('Approved, to schedule', 'lime', 90, 5, ['expectedClose'], 'commit'), stage('On site', 'teal', 95, 14, [], 'commit'),
        won('Done and invoiced', ['amount']), lost('Not ordered'),
      ] },
      { name: 'Maintenance contracts', stages: [stage('Offered after a job', 'slate', 30, 21), stage('Contract sent', 'blue', 60, 10, ['amount']), won('Under contract'), lost('Declined')] },
    ],
    closeReasons: reasons(['Fast appointment', 'Price', 'Known from an earlier job'], ['Too expensive', 'Could not come soon enough', 'Did it themselves', 'Landlord decides']),
    views: [
      view('lead', 'Emergencies', all(is('custom.how_urgent', 'any_of', ['Emergency']), is('status', 'any_of', ['new', 'working'])), 'createdAt', 'name', 'phone', 'city', 'custom.trade'),
      view('opportunity', 'Estimates without an answer', all(is('stage', 'any_of', ['@stage:Jobs/Estimate sent']), is('rotting', 'true')), 'stageEnteredAt', 'name', 'amount', 'stageEnteredAt', 'owner'),
      view('opportunity', 'Thin margin', all(is('custom.margin', 'lt', 250), is('state', 'any_of', ['open'])), '-amount', 'name', 'amount', 'custom.material_cost', 'custom.margin'),
      view('contact', 'Service due', all(is('custom.next_service', 'within', { range: 'next_days', days: 45 })), 'name', 'name', 'phone', 'custom.installed', 'custom.next_service'),
    ],
    scoreRules: [
      score('Emergency', 45, all(is('custom.how_urgent', 'any_of', ['Emergency']))), score('Large job', 30, all(is('custom.trade', 'any_of', ['Roofing', 'Solar', 'Heating and cooling']))),
      score('Business customer', 20, all(is('custom.building', 'any_of', ['Business']))), score('Only planning ahead', -10, all(is('custom.how_urgent', 'any_of', ['Planning ahead']))),
    ],
    assignmentRules: [{ label: 'Dispatch takes turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'Get an estimate', button: 'Ask for an estimate', source: 'Website', tags: ['estimate'], thanks: 'Thank you. We call within the hour between 7 and 18. Water running? Call us now.',
      fields: ask({ 'firstName!': 'Name', 'phone!': 'Phone', email: 'E-mail', city: 'Where is the job?', message: 'What is broken or planned?' }),
    }],
    plans: [
      { name: 'Before the crew leaves', description: 'What must be in the van.', record: 'opportunity', tasks: [todo('task', 'Order the material', 0), todo('task', 'Permit and utility notice', 1), todo('call', 'Confirm time, gate code and parking', 2)] },
      { name: 'After the job', record: 'opportunity', on: 'opportunity.won', tasks: [todo('task', 'Send invoice and warranty papers', 0), todo('call', 'Everything working?', 3), todo('mail', 'Ask for a review', 7), todo('task', 'Offer maintenance', 14)] },
    ],
    workflows: [
      when('Emergency: everybody hears of it', 'A burst pipe waits for nobody.', 'lead.created', [addTags('emergency'), tell('admins', 'Emergency: {{record.name}}', '{{record.city}} {{record.phone}}'), task('call', 'Call back at once: {{record.name}}', 0, 'high')], all(is('custom.how_urgent', 'any_of', ['Emergency']))),
      when('Photos before the visit', 'Two hours after an enquiry with an address to write to.', 'lead.created', [wait(2, 'hours'), mailLead('A photo saves you a visit', 'Hello {{record.firstName | default: "there"}},\n\ncould you answer with two or three photos of the place? Often we can then give you a price without coming first.\n')], all(is('email', 'not_empty'), is('custom.how_urgent', 'none_of', ['Emergency']))),
      whenStage('Estimate sent: call on the third day', 'Most jobs are lost by not asking.', 'Jobs', 'Estimate sent', [task('call', 'Any questions on the estimate? {{record.name}}', 3)]),
      every('First of the month: service list', 'Reminds the owners of installations that are due.', '0 7 1 * *', [tell(['@owners'], 'Services are due', 'The view “Service due” lists them with phone numbers.')]),
    ],
    steps: checklist(
      { people: 'Invite dispatch and technicians', contacts: 'Bring customers and their installations in', licence: 'Enter trade licence, insurance and certificates', deal: 'Enter a job that is running', goLive: 'Review answer times and estimates' },
      client('rates', 'Agree hourly rates and material mark-up', 8, { link: '/record-fields' }), agency('area', 'Set sites of the web form and the service area', 9, { link: '/leads/settings' }),
    ),
    examples: {
      companies: [{ name: 'Bay Bakery', industry: 'Food' }],
      contacts: [
        { firstName: 'Walt', lastName: 'Jensen', email: 'walt.jensen@home.example', phone: '+14155550141', city: 'Daly City', custom: { gate_code_and_parking: '4471, drive in', installed: ['Gas boiler'], next_service: '+24d' } },
        { firstName: 'Mei', lastName: 'Tan', email: 'mei@bay-bakery.example', company: 'Bay Bakery', custom: { installed: ['Air conditioning'] } },
      ],
      leads: [
        { firstName: 'Carla', lastName: 'Benitez', email: 'carla.b@home.example', phone: '+14155550142', source: 'Website', city: 'Pacifica', about: 'Water under the sink, main valve is shut.', custom: { trade: 'Plumbing', how_urgent: 'Emergency', building: 'House' } },
        { firstName: 'Noah', lastName: 'Abrams', email: 'noah.a@home.example', source: 'Neighbour', status: 'working', custom: { trade: 'Solar', how_urgent: 'Planning ahead', building: 'House' } },
      ],
      opportunities: [
        { name: 'Jensen: heat pump', pipeline: 'Jobs', stage: 'Estimate sent', amount: '14800.00', contact: 'walt.jensen@home.example', closeInDays: 20, custom: { material_cost: 8100, hours_planned: 38, hourly_rate: 85, permit_needed: true, site_visit: '-4d' } },
        { name: 'Bay Bakery: cold room compressor', pipeline: 'Jobs', stage: 'Approved, to schedule', amount: '3950.00', company: 'Bay Bakery', contact: 'mei@bay-bakery.example', closeInDays: 6, custom: { material_cost: 2100, hours_planned: 14, hourly_rate: 95 } },
        { name: 'Bay Bakery: yearly service', pipeline: 'Maintenance contracts', stage: 'Contract sent', amount: '680.00', company: 'Bay Bakery', closeInDays: 14 },
      ],
      activities: [{ type: 'call', subject: 'Any questions on the heat pump?', dueInDays: 1, opportunity: 'Jensen: heat pump' }, { type: 'task', subject: 'Order the compressor', dueInDays: 0, opportunity: 'Bay Bakery: cold room compressor', priority: 'high' }],
    },
  },
};
