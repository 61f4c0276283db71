import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Plug from 'lucide-react/icons/plug';
import { read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button, buttonClass } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { type ModelConfig, models, type Purpose } from '../../contract.ts';
import { ChoicesDialog } from './choices-dialog.tsx';
import { Limits } from './limits.tsx';
import { Prices } from './prices.tsx';
import { Section } from './section.tsx';
import { PURPOSE_WORDS } from './labels.ts';

const CONNECTIONS = { to: '/settings', search: { tab: 'connections' } } as const;

/** Connections, models per purpose, prices, and limits. */
export function ModelsTab() {
  const { data: config, error, refetch } = useQuery(read(models.config));
  if (error && !config) return <Failure error={error} what="The configuration" onRetry={() => void refetch()} />;
  if (!config) return <Skeleton className="h-64 w-full" />;
  if (config.connections.length === 0)
    return (
      <EmptyState
        icon={<Plug />}
        title="No model is connected"
        action={
          <Link {...CONNECTIONS} className={buttonClass({ variant: 'primary' })}>
            Connect a model
          </Link>
        }
      >
        Connect OpenAI, Anthropic, or a server of your own, and “Ask” answers questions and prepares work on every page.
      </EmptyState>
    );
  return (
    <div className="grid gap-8 pt-2">
      <Connections config={config} />
      <Choices config={config} />
      <Prices prices={config.prices} />
      <Limits limits={config.limits} />
    </div>
  );
}

function Connections({ config: { connections } }: { config: ModelConfig }) {
  return (
    <Section
      title="Connections"
      hint="Keys and addresses of providers, in fall-back order."
      action={
        <Link {...CONNECTIONS} className={buttonClass()}>
          Manage connections
        </Link>
      }
    >
      <ul className="divide-y divide-line border-y border-line">
        {connections.map(({ id, name, provider, defaultModel, state, lastError }) => (
          <li
            key={id}
            data-testid="row"
            className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm"
          >
            <span className="font-medium">{name}</span>
            <span className="text-muted">
              {provider} · {defaultModel ? `default ${defaultModel}` : 'default: the account’s first model'}
            </span>
            {state !== 'working' && (
              <Badge tone={state === 'failing' ? 'danger' : 'neutral'}>
                {state === 'failing' ? 'Failing' : 'Paused'}
              </Badge>
            )}
            {state === 'failing' && lastError && <span className="text-danger-ink">{lastError}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Embeddings have connections of their own. */
const SHOWN: readonly Purpose[] = ['answer', 'draft', 'classify', 'plan', 'vision'];

function Choices({ config }: { config: ModelConfig }) {
  const [edited, setEdited] = useState<Purpose>();
  const nameOf = (id: string) => config.connections.find((one) => one.id === id)?.name ?? 'a removed connection';
  return (
    <Section
      title="Models per purpose"
      hint="The first model is asked; the next one when it does not answer. Without a choice, the connections with their default models."
    >
      <ul className="divide-y divide-line border-y border-line">
        {SHOWN.map((purpose) => {
          const { label, hint } = PURPOSE_WORDS[purpose];
          const chosen = config.choices[purpose];
          return (
            <li
              key={purpose}
              data-testid="row"
              className="grid items-center gap-x-4 gap-y-1 py-2 text-sm sm:grid-cols-[14rem_minmax(0,1fr)_auto]"
            >
              <div>
                <p className="font-medium">{label}</p>
                <p className="text-xs text-muted">{hint}</p>
              </div>
              {chosen.length === 0 ? (
                <p className="text-muted">Default models</p>
              ) : (
                <ol className="list-decimal pl-5">
                  {chosen.map(({ connectionId, model }) => (
                    <li key={`${connectionId} ${model}`}>
                      {model} <span className="text-muted">· {nameOf(connectionId)}</span>
                    </li>
                  ))}
                </ol>
              )}
              <Button size="sm" onClick={() => setEdited(purpose)}>
                Choose models<span className="sr-only"> for {label}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      {edited && <ChoicesDialog config={config} purpose={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}
