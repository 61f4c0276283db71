import Activity from 'lucide-react/icons/activity';
import AudioLines from 'lucide-react/icons/audio-lines';
import BadgeCheck from 'lucide-react/icons/badge-check';
import BookOpen from 'lucide-react/icons/book-open';
import Bot from 'lucide-react/icons/bot';
import Boxes from 'lucide-react/icons/boxes';
import Brain from 'lucide-react/icons/brain';
import Briefcase from 'lucide-react/icons/briefcase';
import Building2 from 'lucide-react/icons/building-2';
import Calculator from 'lucide-react/icons/calculator';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChartColumn from 'lucide-react/icons/chart-column';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Coins from 'lucide-react/icons/coins';
import Contact from 'lucide-react/icons/contact';
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

/** The sidebar as in the specification (section 2, "Sidebar navigation"). */

function item(
  path: NavItem['path'],
  label: string,
  icon: LucideIcon,
  more: Pick<NavItem, 'badge' | 'when'> = {},
): NavItem {
  return { path, label, icon, ...more };
}

export const SIDEBAR: readonly NavGroup[] = [
  {
    id: 'acquisition',
    label: 'Lead Acquisition Pipeline',
    entries: [
      item('/lead-scraper', 'Lead Scraper', Radar),
      item('/social-media-scanner', 'Social Media Scanner', ScanSearch, { badge: 'NEW' }),
      item('/super-pixel', 'Super Pixel', Crosshair),
      item('/funnel-builder', 'Funnel Builder', Funnel, { badge: 'NEW' }),
    ],
  },
  {
    id: 'crm',
    label: 'CRM Processing Engine',
    entries: [
      item('/dashboard', 'Dashboard', LayoutDashboard),
      item('/contacts', 'Contacts', Users),
      item('/leads', 'Leads', UserPlus),
      item('/opportunities', 'Opportunities', Handshake),
      item('/lead-approval', 'Lead Approval', ListChecks, { badge: 'NEW' }),
      item('/team', 'Team', UsersRound, { when: 'admin' }),
    ],
  },
  {
    id: 'automation',
    label: 'AI Automation Assembly',
    entries: [
      item('/ai-phone-agent', 'AI Phone Agent', PhoneCall),
      item('/ai-email-assistant', 'AI Email Assistant', Mail, { badge: 'MULTI-GMAIL' }),
      item('/sms-messaging', 'SMS Messaging', MessageSquare, { badge: 'NEW' }),
      item('/ai-meeting-assistant', 'AI Meeting Assistant', Mic, { badge: 'NEW' }),
      item('/whiteboard', 'Whiteboard', Presentation, { badge: 'NEW' }),
      item('/knowledge-base-unified', 'Knowledge Base', Library, { badge: 'UNIFIED' }),
      item('/swarm-agents', 'Swarm Agents', Bot, { when: 'admin' }),
    ],
  },
  {
    id: 'intelligence',
    label: 'Intelligence & Optimization',
    entries: [
      item('/analytics', 'Analytics', ChartColumn),
      item('/meeting-team-dashboard', 'Meeting Team Dashboard', CalendarClock, { badge: 'NEW' }),
      item('/social-media-generator', 'Social Media Generator', Megaphone),
      item('/reputation', 'Reputation', Star, { badge: 'NEW' }),
      item('/activities', 'Activities', Activity),
      item('/brand-voice-management', 'Brand Voice', AudioLines, { badge: 'CUSTOMIZE' }),
      item('/opus-arc-fund', 'Opus Arc Fund', Landmark, { badge: 'FUND', when: 'fund' }),
    ],
  },
  {
    id: 'finance',
    label: 'Financial Suite',
    entries: [
      item('/finance', 'Finance', Wallet, { badge: 'ENHANCED' }),
      {
        label: 'Personal',
        items: [
          item('/personal-finance', 'Personal Finance', PiggyBank),
          item('/investments', 'Investments', TrendingUp),
          item('/liabilities', 'Liabilities', CreditCard),
        ],
      },
      {
        label: 'Business',
        items: [
          item('/business-finance', 'Business Finance', Briefcase),
          item('/business-expenses', 'Business Expenses', Receipt),
          item('/operational-expenses', 'Operational Expenses', Gauge, { badge: 'LIVE' }),
          item('/business-valuation', 'Business Valuation', Scale),
        ],
      },
      item('/tax-management', 'Tax Management', FileText, { badge: 'UNIFIED' }),
      item('/tax-optimization', 'Tax Optimization', Percent, { badge: 'LEGACY' }),
    ],
  },
  {
    id: 'network',
    label: 'High Net Worth Network',
    entries: [
      item('/high-net-worth', 'Home', Gem),
      item('/high-net-worth/feed', 'Feed', Newspaper, { when: 'member' }),
      item('/high-net-worth/members', 'Members Directory', Contact, { when: 'member' }),
      item('/high-net-worth/apply', 'Apply to Join', DoorOpen, { when: 'outsider' }),
      item('/high-net-worth/admin', 'Network Admin', ShieldUser, { when: 'admin' }),
    ],
  },
  {
    id: 'clients',
    label: 'Clients',
    when: 'admin',
    entries: [item('/clients', 'Clients', Building2), item('/mini-gauntlets', 'Mini Gauntlets', Boxes)],
  },
  {
    id: 'services',
    label: 'Business Services',
    when: 'admin',
    entries: [
      item('/referrals', 'Referrals', Gift),
      item('/roi-calculator', 'ROI Calculator', Calculator, { badge: 'NEW' }),
      item('/firstbase', 'Firstbase', Flag),
    ],
  },
  {
    id: 'administration',
    label: 'Administration',
    when: 'admin',
    entries: [
      item('/email-templates', 'Email Templates', MailOpen, { badge: 'System Emails' }),
      item('/sales-machine', 'Sales Machine', Rocket, { badge: 'ADMIN' }),
      item('/collective-intelligence', 'Collective Intelligence', Brain, { badge: 'ADMIN' }),
      item('/seo-metadata-management', 'SEO Metadata', Globe, { badge: 'ADMIN' }),
      item('/admin', 'Admin', Settings2),
      item('/security-dashboard', 'Security Dashboard', Shield),
      item('/compliance-suite', 'Compliance Suite', ShieldCheck, { badge: 'GDPR/HIPAA' }),
      item('/business-license-management', 'Business Licences', BadgeCheck, { badge: 'NEW' }),
      item('/ai-features', 'AI Features', Sparkles),
      item('/documentation', 'Documentation', BookOpen),
      item('/workflow-visualization', 'Workflows', Workflow),
      item('/ai-tooltip', 'AI Tooltips', MessageCircleQuestionMark),
      item('/client-onboarding', 'Client Onboarding', ClipboardList),
      item('/client-sync', 'Client Sync', RefreshCw),
      item('/feedback-demo', 'Feedback', MessageCircle),
      item('/sandbox-testing', 'Sandbox Testing', FlaskConical),
    ],
  },
];

export const SIDEBAR_FOOTER: readonly NavItem[] = [
  item('/pricing', 'Pricing', Tag, { badge: 'NEW' }),
  item('/purchase-credits', 'Purchase Credits', Coins, { badge: 'LEADS' }),
  item('/settings', 'Settings', Settings),
];
