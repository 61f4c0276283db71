import { useState } from 'react';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useOwners } from '../../../records/web/choices.ts';
import { call } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { offerUndo } from '../../../web/shell/undo.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import { ITEM_KINDS, type ItemKind, type Meeting, type MeetingItem, meetings } from '../contract.ts';
import { ITEM_LABELS } from './labels.ts';

export type Act = (work: () => Promise<Meeting>, failure: string) => Promise<boolean>;

interface Props {
  meeting: Meeting;
  onShow: (position: number) => void;
  onAct: Act;
}

/** Tasks, decisions, and questions to review; accepted tasks are activities. */
export function MeetingItems(props: Props) {
  return ITEM_KINDS.map((kind) => <ItemSection key={kind} kind={kind} {...props} />);
}

function ItemSection({ kind, meeting, onShow, onAct }: Props & { kind: ItemKind }) {
  const items = meeting.items.filter((item) => item.kind === kind && item.state !== 'dismissed');
  const { title, none } = ITEM_LABELS[kind];
  return (
    <section aria-label={title} className="grid gap-1">
      <h2 className="text-base font-semibold">{title}</h2>
      {items.length === 0 && <p className="text-muted">{none}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {items.map((item) => (
          <Item key={item.id} item={item} meetingId={meeting.id} onShow={onShow} onAct={onAct} />
        ))}
      </ul>
    </section>
  );
}

function Item({
  item,
  meetingId,
  onShow,
  onAct,
}: {
  item: MeetingItem;
  meetingId: string;
  onShow: (position: number) => void;
  onAct: Act;
}) {
  const [planning, setPlanning] = useState(false);
  const params = { id: meetingId, itemId: item.id };
  const dismiss = (dismissed: boolean) =>
    onAct(() => call(meetings.dismissItem, { params, body: { dismissed } }), 'Couldn’t save this');
  const accept = () => {
    if (item.kind === 'task') return setPlanning(true);
    void onAct(() => call(meetings.acceptItem, { params, body: {} }), 'Couldn’t save this');
  };
  return (
    <li data-testid="item" className="grid gap-2 py-2">
      <div className="flex items-start gap-2">
        <button
          type="button"
          className="min-w-0 flex-1 text-left break-words hover:underline"
          onClick={() => onShow(item.position)}
        >
          {item.text}
        </button>
        {item.state === 'accepted' ? (
          item.activity ? (
            <Link to={`/activities/${item.activity.id}`} className="shrink-0">
              <Badge tone="success">{item.activity.done ? 'Done' : 'Task created'}</Badge>
            </Link>
          ) : (
            <Badge tone="success">Kept</Badge>
          )
        ) : (
          <span className="flex shrink-0">
            <IconButton
              size="sm"
              label={item.kind === 'task' ? `Create task: ${item.text}` : `Keep: ${item.text}`}
              icon={<Check />}
              onClick={accept}
            />
            <IconButton
              size="sm"
              label={`Dismiss: ${item.text}`}
              icon={<X />}
              onClick={() =>
                void dismiss(true).then(
                  (done) => done && offerUndo({ title: 'Dismissed', undo: async () => void (await dismiss(false)) }),
                )
              }
            />
          </span>
        )}
      </div>
      {planning && item.state === 'proposed' && (
        <TaskForm
          text={item.text}
          onCancel={() => setPlanning(false)}
          onCreate={(body) =>
            onAct(() => call(meetings.acceptItem, { params, body }), 'Couldn’t create the task').then(
              (done) => done && setPlanning(false),
            )
          }
        />
      )}
    </li>
  );
}

function TaskForm({
  text,
  onCreate,
  onCancel,
}: {
  text: string;
  onCreate: (body: { text: string; ownerId?: string; day?: string }) => Promise<unknown>;
  onCancel: () => void;
}) {
  const owners = useOwners();
  const [subject, setSubject] = useState(text.slice(0, 300));
  const [owner, setOwner] = useState<Option | null>(null);
  const [day, setDay] = useState('');
  const [saving, setSaving] = useState(false);
  const create = async () => {
    setSaving(true);
    await onCreate({ text: subject, ...(owner && { ownerId: owner.value }), ...(day && { day }) });
    setSaving(false);
  };
  return (
    <form
      className="grid gap-3 rounded-lg border border-line bg-raised p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Field label="Task" required>
        {(control) => (
          <Input {...control} maxLength={300} value={subject} onChange={(event) => setSubject(event.target.value)} />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Owner" optional>
          {(control) => (
            <Combobox
              {...control}
              label="Owner"
              source={owners.options}
              placeholder="You"
              value={owner}
              onChange={setOwner}
            />
          )}
        </Field>
        <Field label="Due" optional>
          {(control) => <Input {...control} type="date" value={day} onChange={(event) => setDay(event.target.value)} />}
        </Field>
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" loading={saving} disabled={!subject.trim()}>
          Create task
        </Button>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
