/** Templates by name; what they draw is in `templates.ts`. */
export const TEMPLATE_IDS = ['blank', 'brainstorm', 'kanban', 'retrospective', 'flowchart', 'journey'] as const;
export type TemplateId = (typeof TEMPLATE_IDS)[number];

export const TEMPLATE_NAMES: Readonly<Record<TemplateId, { name: string; summary: string }>> = {
  blank: { name: 'Blank board', summary: 'Start with an empty canvas.' },
  brainstorm: { name: 'Brainstorm', summary: 'A question and sticky notes around it.' },
  kanban: { name: 'Kanban', summary: 'To do, in progress, and done.' },
  retrospective: { name: 'Retrospective', summary: 'What went well, what didn’t, and what’s next.' },
  flowchart: { name: 'Flowchart', summary: 'A start, steps, and a decision.' },
  journey: { name: 'Customer journey', summary: 'Stages from first contact to renewal.' },
};
