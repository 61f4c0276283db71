import { agency, all, ask, checklist, choice, choices, client, every, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, task, tell, todo, view, wait, when, whenStage, won } from './build.ts';

export const medicalSpa: LibraryTemplate = {
  slug: 'medical-spa', industry: 'Medical spa', name: 'Medical spa',
  summary: 'Consultations by a physician before every treatment, consent on file, packages and memberships, and the next session suggested at the right time.',
  content: {
    fields: [
      choices('lead', 'Concern', 'Fine lines', 'Volume', 'Skin tone', 'Acne', 'Hair removal', 'Body contouring', 'Tattoo removal'), choice('lead', 'Treated before', 'Never', 'Elsewhere', 'With us'), field('lead', 'Event coming up', 'day'), choice('lead', 'Pregnant or nursing', 'No', 'Yes', 'Not said'),
      choice('contact', 'Skin type', 'I', 'II', 'III', 'IV', 'V', 'VI'), choices('contact', 'Contraindications', 'Blood thinner', 'Autoimmune disease', 'Isotretinoin', 'Pacemaker', 'Keloids'), field('contact', 'Consent on file', 'boolean'), field('contact', 'Last treatment', 'day'), field('contact', 'Next suggested', 'day'), choice('contact', 'Membership', 'None', 'Silver', 'Gold'),
      choices('opportunity', 'Treatments', 'Neurotoxin', 'Filler', 'Laser', 'Peel', 'Microneedling', 'Cryolipolysis'), field('opportunity', 'Sessions', 'number'), field('opportunity', 'Price per session', 'number'), formula('opportunity', 'Package price', '{sessions} * {price_per_session}'), field('opportunity', 'Cleared by a physician', 'boolean'),
    ],
    pipelines: [{ name: 'Treatments', stages: [
      stage('Asked', 'slate', 15, 2), stage('Consultation booked', 'blue', 45, 7, ['contactId']), stage('Consultation held', 'pink', 65, 4, ['custom.treatments']), stage('Cleared by the physician', 'purple', 75, 5, ['custom.cleared_by_a_physician'], 'best'), stage('Package chosen', 'lime', 90, 7, ['custom.sessions', 'custom.price_per_session', 'amount'], 'commit'), won('First session booked'), lost('Not treated'),
    ] }, { name: 'Memberships', stages: [stage('Suggested', 'slate', 30, 30), stage('Explained', 'teal', 60, 10, ['contactId']), won('Member', ['amount']), lost('Not now')] }],
    closeReasons: reasons(['Physician’s advice', 'Results of friends', 'Package price'], ['Not suitable for health reasons', 'Price', 'Afraid of pain', 'Wants to think', 'Other clinic']),
    views: [
      view('lead', 'Before an event', all(is('custom.event_coming_up', 'within', { range: 'next_days', days: 60 })), 'name', 'name', 'phone', 'custom.concern', 'custom.event_coming_up'),
      view('contact', 'Session is due', all(is('custom.next_suggested', 'within', { range: 'next_days', days: 21 })), 'name', 'name', 'phone', 'custom.next_suggested', 'custom.membership'),
      view('contact', 'No consent on file', all(is('custom.consent_on_file', 'false')), 'name', 'name', 'custom.contraindications'),
      view('opportunity', 'Waits for the physician', all(is('stage', 'any_of', ['@stage:Treatments/Consultation held'])), 'stageEnteredAt', 'name', 'custom.treatments', 'stageEnteredAt'),
    ],
    scoreRules: [
      score('Body contouring or laser', 30, all(is('custom.concern', 'any_of', ['Body contouring', 'Tattoo removal', 'Hair removal']))), score('Event within 60 days', 25, all(is('custom.event_coming_up', 'within', { range: 'next_days', days: 60 }))), score('Treated with us before', 25, all(is('custom.treated_before', 'any_of', ['With us']))),
      score('Cannot be treated now', -60, all(is('custom.pregnant_or_nursing', 'any_of', ['Yes']))),
    ],
    assignmentRules: [{ label: 'Patient coordinators in turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'Book a consultation', button: 'Ask for a time', source: 'Website', tags: ['consultation'], thanks: 'Thank you. A coordinator calls you today. A physician sees every patient before the first treatment.',
      fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'phone!': 'Phone', email: 'E-mail', message: 'What would you like to talk about?' }), consentText: 'I agree that my health details are used to prepare the consultation.',
    }],
    plans: [
      { name: 'Before a first treatment', record: 'contact', description: 'Safety first.', tasks: [todo('task', 'Medical history and medication', 0, 'high'), todo('task', 'Consent signed', 1, 'high'), todo('task', 'Photos taken', 1)] },
      { name: 'After a treatment', record: 'contact', tasks: [todo('call', 'Side effects?', 1, 'high'), todo('call', 'Result after two weeks', 14), todo('task', 'Suggest the next session', 80)] },
    ],
    workflows: [
      when('Not while pregnant or nursing', 'No treatment is sold that must not be given.', 'lead.created', [tell('owner', 'Cannot be treated now: {{record.name}}', 'Pregnant or nursing.'), mailLead('Your enquiry', 'Dear {{record.firstName | default: "patient"}},\n\ncongratulations! We do not treat during pregnancy and nursing. We gladly note a date afterwards, and meanwhile advise you on care that is safe.\n')], all(is('custom.pregnant_or_nursing', 'any_of', ['Yes']))),
      when('Call back within the hour', 'Interest is highest while the page is still open.', 'lead.created', [task('call', 'Call {{record.name}}', 0, 'high'), wait(1, 'days'), task('call', 'Second try: {{record.name}}', 0)], all(is('phone', 'not_empty'))),
      whenStage('Consultation held: physician clears', 'Nobody is treated without it.', 'Treatments', 'Consultation held', [tell('admins', 'To be cleared: {{record.name}}'), task('task', 'Physician clears {{record.name}}', 1, 'high')]),
      every('Monday: sessions that are due', 'Who should be called this week.', '0 8 * * 1', [tell('admins', 'Sessions are due', 'The view “Session is due” looks three weeks ahead.')]),
    ],
    steps: checklist(
      { people: 'Invite physicians, nurses and coordinators', contacts: 'Bring patients in; leave diagnoses where they are', licence: 'Enter medical director, laser permits and insurance', deal: 'Enter a consultation that is booked', goLive: 'Review consultations, clearances and packages' },
      client('consent', 'Upload your consent forms for the coordinators', 7), agency('before', 'Agree who may see health details', 4),
    ),
    examples: {
      contacts: [
        { firstName: 'Elena', lastName: 'Marchetti', email: 'elena.m@patient.example', phone: '+14155550181', custom: { skin_type: 'III', consent_on_file: true, last_treatment: '-25d', next_suggested: '+10d', membership: 'Gold' } }, { firstName: 'Dana', lastName: 'Whitlock', email: 'dana.w@patient.example', custom: { skin_type: 'II', consent_on_file: false, contraindications: ['Blood thinner'] } },
      ],
      leads: [
        { firstName: 'Simone', lastName: 'Achard', email: 'simone.a@patient.example', phone: '+14155550182', source: 'Website', about: 'Wedding of her daughter in eight weeks.', custom: { concern: ['Fine lines', 'Skin tone'], treated_before: 'Never', event_coming_up: '+55d', pregnant_or_nursing: 'No' } },
        { firstName: 'Luca', lastName: 'Bellini', email: 'luca.b@patient.example', source: 'Recommendation', status: 'working', custom: { concern: ['Tattoo removal'], treated_before: 'Elsewhere' } },
      ],
      opportunities: [
        { name: 'Elena Marchetti: laser, six sessions', pipeline: 'Treatments', stage: 'Package chosen', amount: '1740.00', contact: 'elena.m@patient.example', closeInDays: 5, custom: { treatments: ['Laser'], sessions: 6, price_per_session: 290, cleared_by_a_physician: true } },
        { name: 'Dana Whitlock: filler', pipeline: 'Treatments', stage: 'Consultation held', amount: '680.00', contact: 'dana.w@patient.example', closeInDays: 12, custom: { treatments: ['Filler'] } },
      ],
      activities: [{ type: 'task', subject: 'Physician clears Dana: blood thinner', dueInDays: 1, opportunity: 'Dana Whitlock: filler', priority: 'high' }, { type: 'call', subject: 'Result after two weeks', dueInDays: 4, contact: 'elena.m@patient.example' }],
    },
  },
};
