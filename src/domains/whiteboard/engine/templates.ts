/** Initial content of boards. */
import type { BoardElement } from './board-document.ts';
import { Drawing } from './shapes.ts';
import type { TemplateId } from '../contract/template-names.ts';

const NOTES = { yellow: '#ffec99', blue: '#a5d8ff', green: '#b2f2bb', red: '#ffc9c9', violet: '#d0bfff' } as const;

function columns(drawing: Drawing, titles: readonly (readonly [string, string, readonly string[]])[]): void {
  titles.forEach(([title, fill, notes], column) => {
    const x = column * 300;
    drawing.frame({ x, y: 0, width: 280, height: 560 }, title);
    notes.forEach((note, row) =>
      drawing.box({ x: x + 20, y: 20 + row * 120, width: 240, height: 100 }, note, { fill, stroke: 'transparent' }),
    );
  });
}

const DRAW: Readonly<Record<TemplateId, (drawing: Drawing) => void>> = {
  blank: () => undefined,
  brainstorm(drawing) {
    drawing.box({ x: 320, y: 220, width: 280, height: 140 }, 'What do we want to find out?', {
      kind: 'ellipse',
      fill: NOTES.violet,
      size: 24,
    });
    const places = [
      [0, 0, NOTES.yellow],
      [360, 0, NOTES.blue],
      [720, 0, NOTES.green],
      [0, 440, NOTES.green],
      [360, 440, NOTES.yellow],
      [720, 440, NOTES.blue],
    ] as const;
    for (const [x, y, fill] of places)
      drawing.box({ x, y, width: 200, height: 140 }, 'Idea', { fill, stroke: 'transparent' });
  },
  kanban(drawing) {
    columns(drawing, [
      ['To do', NOTES.yellow, ['First task', 'Second task']],
      ['In progress', NOTES.blue, ['Task in progress']],
      ['Done', NOTES.green, ['Finished task']],
    ]);
  },
  retrospective(drawing) {
    columns(drawing, [
      ['What went well', NOTES.green, ['Add a note']],
      ['What didn’t go well', NOTES.red, ['Add a note']],
      ['What’s next', NOTES.blue, ['Add a note']],
    ]);
  },
  flowchart(drawing) {
    const start = drawing.box({ x: 100, y: 0, width: 200, height: 80 }, 'Start', {
      kind: 'ellipse',
      fill: NOTES.green,
    });
    const step = drawing.box({ x: 100, y: 160, width: 200, height: 90 }, 'Step', { fill: NOTES.blue });
    const choice = drawing.box({ x: 80, y: 330, width: 240, height: 150 }, 'Decision?', {
      kind: 'diamond',
      fill: NOTES.yellow,
    });
    const yes = drawing.box({ x: 100, y: 580, width: 200, height: 80 }, 'Finish', { kind: 'ellipse', fill: NOTES.red });
    const no = drawing.box({ x: 460, y: 360, width: 200, height: 90 }, 'Another step', { fill: NOTES.blue });
    drawing.arrow(start, step);
    drawing.arrow(step, choice);
    drawing.arrow(choice, yes, 'Yes');
    drawing.arrow(choice, no, 'No');
  },
  journey(drawing) {
    const stages = ['Awareness', 'First contact', 'Proposal', 'Onboarding', 'Renewal'];
    const fills = Object.values(NOTES);
    const boxes = stages.map((stage, index) =>
      drawing.box({ x: index * 260, y: 0, width: 200, height: 80 }, stage, { fill: fills[index]! }),
    );
    for (let index = 1; index < boxes.length; index += 1) drawing.arrow(boxes[index - 1]!, boxes[index]!);
    for (const [row, question] of ['What do they do?', 'What do they feel?', 'What do we do?'].entries()) {
      drawing.text(0, 130 + row * 170, question, { size: 16 });
      stages.forEach((_, index) =>
        drawing.box({ x: index * 260, y: 160 + row * 170, width: 200, height: 110 }, 'Note', {
          fill: '#f8f9fa',
          stroke: '#ced4da',
          size: 16,
        }),
      );
    }
  },
};

/** The elements of a template; none for an empty board. */
export function templateElements(template: TemplateId): BoardElement[] {
  const drawing = new Drawing(template);
  DRAW[template](drawing);
  return drawing.elements;
}
