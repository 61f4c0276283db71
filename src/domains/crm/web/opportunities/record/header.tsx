import Ellipsis from 'lucide-react/icons/ellipsis';
import Printer from 'lucide-react/icons/printer';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import Trash2 from 'lucide-react/icons/trash-2';
import Trophy from 'lucide-react/icons/trophy';
import { Link } from '../../../../../web/router/link.tsx';
import { SlotParts } from '../../../../../web/slot-parts.tsx';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../../../web/ui/dropdown-menu.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { DayText, RelativeTime } from '../../../../../web/ui/time.tsx';
import type { Opportunity } from '../../../contract/opportunities.ts';
import { useOwners } from '../../../../../records/web/choices.ts';
import { RecordReaders } from '../../../../../records/web/record-readers.tsx';
import { money } from '../../../../../records/web/format.ts';
import { OPPORTUNITY_ACTIONS } from '../../slots.ts';
import type { StageMove } from './use-stage-move.tsx';

interface OpportunityHeaderProps {
  opportunity: Opportunity;
  /** In the trash, or not whole yet: nothing can be changed. */
  readOnly: boolean;
  stage: StageMove;
  onDelete: () => void;
}

/** An opportunity's amount, customer, and state. */
export function OpportunityHeader({ opportunity, readOnly, stage, onDelete }: OpportunityHeaderProps) {
  const { nameOf } = useOwners();
  const { state, company, contact, closeReason } = opportunity;
  const owner = nameOf(opportunity.ownerId);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="page-title break-words">{opportunity.name}</h1>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <span className="tabular text-base font-semibold text-ink">
            {money(opportunity.amount, opportunity.currency)}
          </span>
          {company && (
            <Link to={`/companies/${company.id}`} className="text-accent-ink underline-offset-2 hover:underline">
              {company.name}
            </Link>
          )}
          {contact && (
            <Link to={`/contacts/${contact.id}`} className="text-accent-ink underline-offset-2 hover:underline">
              {contact.name}
            </Link>
          )}
        </p>
        <div className="mt-1 flex min-h-6 flex-wrap items-center gap-1 text-xs text-muted">
          {state === 'won' && <Badge tone="success">Won</Badge>}
          {state === 'lost' && <Badge tone="danger">Lost</Badge>}
          {opportunity.closedAt && <RelativeTime value={opportunity.closedAt} />}
          {closeReason && <span>· {closeReason.name}</span>}
          {opportunity.rotting && <Badge tone="warning">Stuck in stage</Badge>}
          <span className="mr-1">
            {opportunity.closedAt && '· '}
            {owner ? `Owner: ${owner}` : 'No owner'}
          </span>
          {state === 'open' && opportunity.expectedClose && (
            <span className="mr-1">
              · Expected <DayText value={opportunity.expectedClose} />
            </span>
          )}
          {opportunity.deletedAt === null && (
            <RecordReaders
              kind="opportunity"
              id={opportunity.id}
              name={opportunity.name}
              isPrivate={opportunity.private === true}
              readOnly={readOnly}
            />
          )}
          {opportunity.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </div>
      </div>
      <div className="flex items-center gap-1.5" data-noprint>
        {!readOnly && state === 'open' && (
          <Button icon={<Trophy />} disabled={stage.busy} onClick={() => stage.close('won')}>
            Won
          </Button>
        )}
        {!readOnly && state === 'open' && (
          <Button icon={<ThumbsDown />} disabled={stage.busy} onClick={() => stage.close('lost')}>
            Lost
          </Button>
        )}
        {!readOnly && state !== 'open' && (
          <Button icon={<RotateCcw />} disabled={stage.busy} onClick={stage.reopen}>
            Reopen
          </Button>
        )}
        {!readOnly && <SlotParts of={OPPORTUNITY_ACTIONS} props={{ opportunity }} optional />}
        <Menu trigger={<IconButton label="More actions" icon={<Ellipsis />} />} label="More actions">
          <MenuItem icon={<Printer />} onSelect={() => print()}>
            Print
          </MenuItem>
          {!readOnly && <MenuSeparator />}
          {!readOnly && (
            <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
              Delete
            </MenuItem>
          )}
        </Menu>
      </div>
    </div>
  );
}
