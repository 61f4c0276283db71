import { addTags, agency, all, ask, checklist, choice, choices, client, field, formula, is, type LibraryTemplate, lost, mailLead, reasons, score, stage, tell, todo, view, wait, waitUntil, when, whenStage, won, task } from './build.ts';

export const dentalPractice: LibraryTemplate = {
  slug: 'dental-practice', industry: 'Dental practice', name: 'Dental practice',
  summary: 'New patients from first call to first visit, treatment plans from diagnosis to acceptance, and recalls that do not slip.',
  content: {
    fields: [
      choice('lead', 'Wanted treatment', 'Check-up', 'Pain or emergency', 'Implant', 'Aligners', 'Whitening', 'Second opinion'), field('lead', 'Anxious patient', 'boolean'), choice('lead', 'Preferred time', 'Morning', 'Midday', 'After work', 'Saturday'),
      choice('contact', 'Insurance', 'Private', 'Statutory', 'Dental plan', 'Self-pay'), field('contact', 'Date of birth', 'day'), field('contact', 'Next recall', 'day'), choices('contact', 'Alerts', 'Allergy', 'Blood thinner', 'Pregnancy', 'Needs interpreter'),
      choices('opportunity', 'Procedures', 'Implant', 'Crown', 'Bridge', 'Aligners', 'Root canal', 'Veneers'), field('opportunity', 'Insurance share', 'number'), formula('opportunity', 'Patient share', '{amount} - {insurance_share}'),
    ],
    pipelines: [
      { name: 'New patients', stages: [
        stage('Enquiry', 'slate', 20, 2), stage('First visit booked', 'blue', 60, 10, ['contactId']), stage('First visit held', 'teal', 85, 7), won('Joined the practice'), lost('Did not come'),
      ] },
      { name: 'Treatment plans', stages: [
        stage('Diagnosed', 'slate', 20, 7, ['contactId']), stage('Plan presented', 'blue', 45, 10, ['amount', 'custom.procedures']), stage('Cost estimate with insurer', 'amber', 60, 28, ['custom.insurance_share'], 'best'),
        stage('Accepted, to be scheduled', 'lime', 90, 7, ['expectedClose'], 'commit'), won('Treatment begun'), lost('Declined'),
      ] },
    ],
    closeReasons: reasons(['Trusts the dentist', 'Payment plan agreed', 'Insurer pays'], ['Too expensive', 'Insurer refused', 'Afraid of the treatment', 'Went elsewhere', 'Could not be reached']),
    views: [
      view('lead', 'Pain first', all(is('custom.wanted_treatment', 'any_of', ['Pain or emergency']), is('status', 'any_of', ['new', 'working'])), 'createdAt', 'name', 'phone', 'custom.preferred_time', 'createdAt'),
      view('contact', 'Recall due', all(is('custom.next_recall', 'within', { range: 'next_days', days: 30 })), 'name', 'name', 'phone', 'custom.next_recall', 'custom.insurance'),
      view('contact', 'Recall missed', all(is('custom.next_recall', 'within', { range: 'older_than_days', days: 1 })), 'name', 'name', 'phone', 'custom.next_recall'),
      view('opportunity', 'Waiting for the insurer', all(is('stage', 'any_of', ['@stage:Treatment plans/Cost estimate with insurer'])), 'stageEnteredAt', 'name', 'amount', 'custom.insurance_share', 'custom.patient_share', 'stageEnteredAt'),
    ],
    scoreRules: [
      score('In pain now', 40, all(is('custom.wanted_treatment', 'any_of', ['Pain or emergency']))), score('High-value treatment', 30, all(is('custom.wanted_treatment', 'any_of', ['Implant', 'Aligners']))),
      score('Left a phone number', 15, all(is('phone', 'not_empty'))), score('Recommended by a patient', 25, all(is('source', 'any_of', ['Recommendation']))),
    ],
    assignmentRules: [{ label: 'Front desk takes turns', filter: all(), to: 'everyone' }],
    forms: [{
      name: 'Request an appointment', button: 'Ask for an appointment', thanks: 'Thank you. We call you back within two opening hours. In acute pain, please phone us.', source: 'Website', tags: ['web'],
      fields: ask({ 'firstName!': 'First name', 'lastName!': 'Last name', 'phone!': 'Phone', email: 'E-mail', message: 'What can we do for you?' }), consentText: 'You may use my details to arrange this appointment.',
    }],
    plans: [
      { name: 'First visit', description: 'What is to be done around a first visit.', record: 'opportunity', tasks: [todo('task', 'Send the medical history form', 0), todo('call', 'Confirm the appointment', 1), todo('task', 'Ask how the visit was', 3)] },
      { name: 'After surgery', description: 'Aftercare of implants and extractions.', record: 'contact', tasks: [todo('call', 'Ask about pain and swelling', 1, 'high'), todo('task', 'Remove stitches: book', 7), todo('call', 'Check healing', 30)] },
    ],
    workflows: [
      when('Pain is called back within the hour', 'An enquiry in pain is tagged, and the front desk hears of it at once.', 'lead.created', [
        addTags('urgent'), tell('owner', 'In pain: {{record.name}}', '{{record.phone}} – call back now.'), task('call', 'Call {{record.name}}: in pain', 0, 'high'),
      ], all(is('custom.wanted_treatment', 'any_of', ['Pain or emergency']))),
      when('Ask again after silence', 'Three days after an enquiry that nobody has answered yet.', 'lead.created', [
        wait(3, 'days'), waitUntil('10:00'), mailLead('Your appointment with {{workspace.name}}', 'Hello {{record.firstName | default: "there"}},\n\nyou asked us for an appointment and we have not found one together yet. Which of these suits you: a morning, midday or after work? Just answer this mail.\n'),
      ], all(is('email', 'not_empty'))),
      whenStage('Plan presented: ask after two days', 'Questions come at home: call before doubts settle in.', 'Treatment plans', 'Plan presented', [task('call', 'Questions about the plan of {{record.name}}?', 2)]),
    ],
    steps: checklist(
      { people: 'Invite dentists, hygienists and the front desk', contacts: 'Bring your patients in from the practice software', licence: 'Enter the licence to practise and the X-ray permit', deal: 'Enter the first treatment plan', goLive: 'Review enquiries, no-shows and accepted plans' },
      client('hours', 'Set opening hours, so that nobody is asked to call at night', 6, { link: '/settings' }), agency('recalls', 'Fill “Next recall” from the practice software', 12),
    ),
    examples: {
      contacts: [
        { firstName: 'Hannah', lastName: 'Brandt', email: 'hannah.brandt@patient.example', phone: '+14155550111', city: 'Oakland', tags: ['patient'], custom: { insurance: 'Dental plan', next_recall: '+12d', alerts: ['Allergy'] } },
        { firstName: 'Marcus', lastName: 'Okoye', email: 'marcus.okoye@patient.example', phone: '+14155550112', city: 'Berkeley', custom: { insurance: 'Self-pay', next_recall: '-9d' } },
        { firstName: 'Lucía', lastName: 'Ferrer', email: 'lucia.ferrer@patient.example', phone: '+14155550113', city: 'Oakland', custom: { insurance: 'Private' } },
      ],
      leads: [
        { firstName: 'Owen', lastName: 'Price', email: 'owen.price@patient.example', phone: '+14155550121', source: 'Website', about: 'A crown came loose last night.', custom: { wanted_treatment: 'Pain or emergency', preferred_time: 'Morning' } },
        { firstName: 'Sofia', lastName: 'Lindqvist', email: 'sofia.l@patient.example', source: 'Recommendation', status: 'working', about: 'Wants to straighten her teeth before a wedding in June.', custom: { wanted_treatment: 'Aligners', anxious_patient: false } },
        { firstName: 'Raj', lastName: 'Malhotra', email: 'raj.m@patient.example', phone: '+14155550123', source: 'Website', custom: { wanted_treatment: 'Second opinion', anxious_patient: true } },
      ],
      opportunities: [
        { name: 'Hannah Brandt: implant 36', pipeline: 'Treatment plans', stage: 'Cost estimate with insurer', amount: '3850.00', contact: 'hannah.brandt@patient.example', closeInDays: 24, custom: { procedures: ['Implant', 'Crown'], insurance_share: 1200 } },
        { name: 'Marcus Okoye: aligners', pipeline: 'Treatment plans', stage: 'Plan presented', amount: '4600.00', contact: 'marcus.okoye@patient.example', closeInDays: 18, custom: { procedures: ['Aligners'] } },
        { name: 'Lucía Ferrer: two veneers', pipeline: 'Treatment plans', stage: 'Accepted, to be scheduled', amount: '2400.00', contact: 'lucia.ferrer@patient.example', closeInDays: 9, custom: { procedures: ['Veneers'], insurance_share: 0 } },
      ],
      activities: [
        { type: 'call', subject: 'Confirm the insurer’s answer', dueInDays: 1, opportunity: 'Hannah Brandt: implant 36' }, { type: 'meeting', subject: 'Try-in of the veneers', dueInDays: 4, opportunity: 'Lucía Ferrer: two veneers' },
        { type: 'call', subject: 'First conversation about aligners', dueInDays: -2, done: true, contact: 'marcus.okoye@patient.example' },
      ],
    },
  },
};
