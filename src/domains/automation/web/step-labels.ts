/** Names and signs of the kinds of steps. */
import Bell from 'lucide-react/icons/bell';
import CircleStop from 'lucide-react/icons/circle-stop';
import Clock from 'lucide-react/icons/clock';
import FilePlus from 'lucide-react/icons/file-plus';
import GitBranch from 'lucide-react/icons/git-branch';
import Kanban from 'lucide-react/icons/kanban';
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Tags from 'lucide-react/icons/tags';
import UserCheck from 'lucide-react/icons/user-check';
import Webhook from 'lucide-react/icons/webhook';
import type { ComponentType } from 'react';
import type { StepKind } from '../contract/definition.ts';

export interface StepLabel {
  text: string;
  hint: string;
  icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean; className?: string }>;
}

export const STEP_LABELS: Record<StepKind, StepLabel> = {
  branch: { text: 'Branch', hint: 'Splits into paths', icon: GitBranch },
  delay: { text: 'Wait', hint: 'For a duration or until a time', icon: Clock },
  approval: { text: 'Ask for a decision', hint: 'Continues based on the answer', icon: ShieldCheck },
  create: { text: 'Create a record', hint: 'A contact, a task, and more', icon: FilePlus },
  update: { text: 'Update fields', hint: 'On the record', icon: Pencil },
  assign: { text: 'Assign', hint: 'To one person or round robin', icon: UserCheck },
  stage: { text: 'Move to a stage', hint: 'Can also close an opportunity', icon: Kanban },
  tag: { text: 'Tag', hint: 'Add tags or remove tags', icon: Tags },
  notify: { text: 'Notify', hint: 'Notify people in Gauntlet', icon: Bell },
  mail: { text: 'Send email', hint: 'With or without approval', icon: Mail },
  webhook: { text: 'Call another system', hint: 'With or without approval', icon: Webhook },
  stop: { text: 'End', hint: 'End the run', icon: CircleStop },
};
