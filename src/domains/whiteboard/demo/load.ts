/** Two boards of the example agency. */
import type { DemoWorkspaceContext } from '../../../server/domain.ts';
import { transaction } from '../../../server/db/index.ts';
import { updateWith } from '../engine/board-document.ts';
import { Drawing } from '../engine/shapes.ts';
import { insertBoard } from '../server/boards.ts';

const FILLS = ['#ffec99', '#a5d8ff', '#b2f2bb', '#ffc9c9', '#d0bfff'];

function launchPlan(): Drawing {
  const drawing = new Drawing('launch');
  const columns = [
    ['To do', ['Write the launch email', 'Book the photographer', 'Update the pricing page']],
    ['In progress', ['New booking page', 'Interview two clients']],
    ['Done', ['Pick the launch day', 'Agree on the offer']],
  ] as const;
  drawing.text(0, -90, 'Website relaunch', { size: 36 });
  columns.forEach(([title, notes], column) => {
    const x = column * 300;
    drawing.frame({ x, y: 0, width: 280, height: 440 }, title);
    notes.forEach((note, row) =>
      drawing.box({ x: x + 20, y: 30 + row * 130, width: 240, height: 110 }, note, {
        fill: FILLS[column]!,
        stroke: 'transparent',
      }),
    );
  });
  return drawing;
}

function leadFlow(): Drawing {
  const drawing = new Drawing('flow');
  drawing.text(0, -90, 'How a lead becomes a client', { size: 32 });
  const steps = ['Website form', 'First call', 'Proposal', 'Signed'];
  const boxes = steps.map((step, index) =>
    drawing.box({ x: index * 270, y: 0, width: 200, height: 90 }, step, { fill: FILLS[index]! }),
  );
  for (let index = 1; index < boxes.length; index += 1) drawing.arrow(boxes[index - 1]!, boxes[index]!);
  const nurture = drawing.box({ x: 270, y: 220, width: 200, height: 90 }, 'Monthly newsletter', { fill: '#f8f9fa' });
  drawing.arrow(boxes[1]!, nurture, 'Not yet');
  return drawing;
}

export async function loadWorkspace({ workspace }: DemoWorkspaceContext): Promise<void> {
  if (workspace.key !== 'operations') return;
  for (const [title, drawing] of [
    ['How a lead becomes a client', leadFlow()],
    ['Website relaunch', launchPlan()],
  ] as const)
    await transaction(() => insertBoard(title, [Buffer.from(updateWith(drawing.elements))]));
}
