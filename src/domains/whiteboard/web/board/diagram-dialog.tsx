import { useMemo, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Textarea } from '../../../../web/ui/input.tsx';
import type { BoardElement } from '../../engine/board-document.ts';
import { drawFlowchart, type Flowchart, FlowchartError, MAX_FLOWCHART, readFlowchart } from '../../engine/flowchart.ts';

const SAMPLE = `flowchart LR
  A([New lead]) --> B{Qualified?}
  B -->|Yes| C[First call]
  B -->|No| D[Newsletter]`;

function read(text: string): { chart?: Flowchart; problem?: string } {
  try {
    return { chart: readFlowchart(text) };
  } catch (error) {
    if (error instanceof FlowchartError) return { problem: error.message };
    throw error;
  }
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** A flowchart from text in Mermaid's notation. */
export default function DiagramDialog({
  onInsert,
  onClose,
}: {
  onInsert: (elements: readonly BoardElement[]) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(SAMPLE);
  const { chart, problem } = useMemo(() => read(text), [text]);
  const insert = () => {
    if (!chart) return;
    onInsert(drawFlowchart(chart, `chart-${crypto.randomUUID()}`));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Insert diagram"
      description="Write a flowchart in Mermaid’s notation. It becomes shapes that you can move and change."
      footer={
        <>
          <span role="status" className="mr-auto text-xs text-muted">
            {chart &&
              `${counted(chart.nodes.length, 'box', 'boxes')}, ${counted(chart.edges.length, 'arrow', 'arrows')}`}
          </span>
          <Button variant="primary" disabled={!chart} onClick={insert}>
            Insert diagram
          </Button>
        </>
      }
    >
      <Field label="Flowchart" error={problem}>
        {(control) => (
          <Textarea
            {...control}
            rows={10}
            className="font-mono"
            spellCheck={false}
            maxLength={MAX_FLOWCHART}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
