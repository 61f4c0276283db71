import Activity from 'lucide-react/icons/activity';
import AudioLines from 'lucide-react/icons/audio-lines';
import BadgeCheck from 'lucide-react/icons/badge-check';
import BookOpen from 'lucide-react/icons/book-open';
import Bot from 'lucide-react/icons/bot';
import Boxes from 'lucide-react/icons/boxes';
import Brain from 'lucide-react/icons/brain';
import Briefcase from 'lucide-react/icons/briefcase';
import Building from 'lucide-react/icons/building';
import Building2 from 'lucide-react/icons/building-2';
import Calculator from 'lucide-react/icons/calculator';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChartColumn from 'lucide-react/icons/chart-column';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Coins from 'lucide-react/icons/coins';
import Contact from 'lucide-react/icons/contact';
import Copy from 'lucide-react/icons/copy';
import CreditCard from 'lucide-react/icons/credit-card';
import Crosshair from 'lucide-react/icons/crosshair';
import DoorOpen from 'lucide-react/icons/door-open';
import FileText from 'lucide-react/icons/file-text';
import Flag from 'lucide-react/icons/flag';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Funnel from 'lucide-react/icons/funnel';
import Gauge from 'lucide-react/icons/gauge';
import Gem from 'lucide-react/icons/gem';
import Gift from 'lucide-react/icons/gift';
import Globe from 'lucide-react/icons/globe';
import Handshake from 'lucide-react/icons/handshake';
import Landmark from 'lucide-react/icons/landmark';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Library from 'lucide-react/icons/library';
import ListChecks from 'lucide-react/icons/list-checks';
import Mail from 'lucide-react/icons/mail';
import MailOpen from 'lucide-react/icons/mail-open';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import MessageSquare from 'lucide-react/icons/message-square';
import Mic from 'lucide-react/icons/mic';
import Newspaper from 'lucide-react/icons/newspaper';
import Percent from 'lucide-react/icons/percent';
import PhoneCall from 'lucide-react/icons/phone-call';
import PiggyBank from 'lucide-react/icons/piggy-bank';
import Presentation from 'lucide-react/icons/presentation';
import Radar from 'lucide-react/icons/radar';
import Receipt from 'lucide-react/icons/receipt';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Rocket from 'lucide-react/icons/rocket';
import Scale from 'lucide-react/icons/scale';
import ScanSearch from 'lucide-react/icons/scan-search';
import Settings from 'lucide-react/icons/settings';
import Settings2 from 'lucide-react/icons/settings-2';
import Shield from 'lucide-react/icons/shield';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldUser from 'lucide-react/icons/shield-user';
import Sparkles from 'lucide-react/icons/sparkles';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import TrendingUp from 'lucide-react/icons/trending-up';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import UsersRound from 'lucide-react/icons/users-round';
import Wallet from 'lucide-react/icons/wallet';
import Workflow from 'lucide-react/icons/workflow';
import type { LucideIcon } from 'lucide-react';
import type { NavGroup, NavItem } from './nav.ts';

/**
 * The sidebar as in the specification (section 2, "Sidebar navigation"). Entries are named by their page's title. Related
 * pages are ours: they have no entry there, and stand below the entry that they belong to.
 */

function item(
  path: NavItem['path'],
  icon: LucideIcon,
  more: Pick<NavItem, 'badge' | 'when' | 'related'> = {},
): NavItem {
  return { path, icon, ...more };
}

export const SIDEBAR: readonly NavGroup[] = [
  {
    id: 'acquisition',
    label: 'Lead Acquisition Pipeline',
    entries: [
      item('/lead-scraper', Radar),
      item('/social-media-scanner', ScanSearch, { badge: 'NEW' }),
      item('/super-pixel', Crosshair),
      item('/funnel-builder', Funnel, { badge: 'NEW' }),
    ],
  },
  {
    id: 'crm',
    label: 'CRM Processing Engine',
    entries: [
      item('/dashboard', LayoutDashboard),
      item('/contacts', Users, { related: [item('/companies', Building), item('/duplicates', Copy)] }),
      item('/leads', UserPlus),
      item('/opportunities', Handshake),
      item('/lead-approval', ListChecks, { badge: 'NEW' }),
      item('/team', UsersRound, { when: 'admin' }),
    ],
  },
  {
    id: 'automation',
    label: 'AI Automation Assembly',
    entries: [
      item('/ai-phone-agent', PhoneCall),
      item('/ai-email-assistant', Mail, { badge: 'MULTI-GMAIL' }),
      item('/sms-messaging', MessageSquare, { badge: 'NEW' }),
      item('/ai-meeting-assistant', Mic, { badge: 'NEW' }),
      item('/whiteboard', Presentation, { badge: 'NEW' }),
      item('/knowledge-base-unified', Library, { badge: 'UNIFIED' }),
      item('/swarm-agents', Bot, { when: 'admin' }),
    ],
  },
  {
    id: 'intelligence',
    label: 'Intelligence & Optimization',
    entries: [
      item('/analytics', ChartColumn),
      item('/meeting-team-dashboard', CalendarClock, { badge: 'NEW' }),
      item('/social-media-generator', Megaphone),
      item('/reputation', Star, { badge: 'NEW' }),
      item('/activities', Activity),
      item('/brand-voice-management', AudioLines, { badge: 'CUSTOMIZE' }),
      item('/opus-arc-fund', Landmark, { badge: 'FUND', when: 'fund' }),
    ],
  },
  {
    id: 'finance',
    label: 'Financial Suite',
    entries: [
      item('/finance', Wallet, { badge: 'ENHANCED' }),
      {
        label: 'Personal',
        items: [
          item('/personal-finance', PiggyBank),
          item('/investments', TrendingUp),
          item('/liabilities', CreditCard),
        ],
      },
      {
        label: 'Business',
        items: [
          item('/business-finance', Briefcase),
          item('/business-expenses', Receipt),
          item('/operational-expenses', Gauge, { badge: 'LIVE' }),
          item('/business-valuation', Scale),
        ],
      },
      item('/tax-management', FileText, { badge: 'UNIFIED' }),
      item('/tax-optimization', Percent, { badge: 'LEGACY' }),
    ],
  },
  {
    id: 'network',
    label: 'High Net Worth Network',
    entries: [
      item('/high-net-worth', Gem),
      item('/high-net-worth/feed', Newspaper, { when: 'member' }),
      item('/high-net-worth/members', Contact, { when: 'member' }),
      item('/high-net-worth/apply', DoorOpen, { when: 'outsider' }),
      item('/high-net-worth/admin', ShieldUser, { when: 'admin' }),
    ],
  },
  {
    id: 'clients',
    label: 'Clients',
    when: 'admin',
    entries: [item('/clients', Building2), item('/mini-gauntlets', Boxes)],
  },
  {
    id: 'services',
    label: 'Business Services',
    when: 'admin',
    entries: [
      item('/referrals', Gift),
      item('/roi-calculator', Calculator, { badge: 'NEW' }),
      item('/firstbase', Flag),
    ],
  },
  {
    id: 'administration',
    label: 'Administration',
    when: 'admin',
    entries: [
      item('/email-templates', MailOpen, { badge: 'System Emails' }),
      item('/sales-machine', Rocket, { badge: 'ADMIN' }),
      item('/collective-intelligence', Brain, { badge: 'ADMIN' }),
      item('/seo-metadata-management', Globe, { badge: 'ADMIN' }),
      item('/admin', Settings2),
      item('/security-dashboard', Shield),
      item('/compliance-suite', ShieldCheck, { badge: 'GDPR/HIPAA' }),
      item('/business-license-management', BadgeCheck, { badge: 'NEW' }),
      item('/ai-features', Sparkles),
      item('/documentation', BookOpen),
      item('/workflow-visualization', Workflow),
      item('/ai-tooltip', MessageCircleQuestionMark),
      item('/client-onboarding', ClipboardList),
      item('/client-sync', RefreshCw),
      item('/feedback-demo', MessageCircle),
      item('/sandbox-testing', FlaskConical),
    ],
  },
];

export const SIDEBAR_FOOTER: readonly NavItem[] = [
  item('/pricing', Tag, { badge: 'NEW' }),
  item('/purchase-credits', Coins, { badge: 'LEADS' }),
  item('/settings', Settings),
];
