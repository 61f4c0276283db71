/** The providers of bank data that this installation has. */
import { AppError } from '../../../../kernel/errors.ts';
import type { BankProviderId } from '../../contract.ts';
import { createPlaid, type PlaidSettings } from './plaid/provider.ts';
import type { BankProvider } from './port.ts';
import { createSandboxBank } from './sandbox/provider.ts';

let providers = new Map<BankProviderId, BankProvider>([['sandbox', createSandboxBank()]]);
let plaid: PlaidSettings | undefined;

/**
 * Sets up the providers: the sandbox always, Plaid where it has keys.
 * @param now the sandbox's clock, and `newSeed` what its customers' lives follow from, which tests set
 */
export function useBankProviders(settings: PlaidSettings | undefined, now?: () => Date, newSeed?: () => string): void {
  plaid = settings;
  providers = new Map<BankProviderId, BankProvider>([
    ['sandbox', createSandboxBank(now, newSeed)],
    ...(settings ? [['plaid', createPlaid(settings)] as const] : []),
  ]);
}

export function plaidSettings(): PlaidSettings | undefined {
  return plaid;
}

/** @throws AppError `validation` when this installation has no such provider */
export function bankProvider(id: BankProviderId): BankProvider {
  const provider = providers.get(id);
  if (!provider)
    throw new AppError(
      'validation',
      'Plaid is not set up here. An administrator sets PLAID_CLIENT_ID and PLAID_SECRET.',
      { field: 'provider' },
    );
  return provider;
}

const WORDS: Readonly<Record<BankProviderId, { name: string; about: string }>> = {
  plaid: {
    name: 'Your bank',
    about: 'Thousands of banks, through Plaid. You sign in at your bank; the password never comes here.',
  },
  sandbox: {
    name: 'Sandbox bank',
    about: 'Sample customers and money inside this installation. No bank is contacted.',
  },
};

export function listProviders(): { id: BankProviderId; name: string; isReal: boolean; about: string }[] {
  return [...providers.values()]
    .reverse()
    .map(({ id, isReal }) => ({
      id,
      isReal,
      name: WORDS[id].name,
      about:
        id === 'plaid' && !isReal
          ? `${WORDS.plaid.about} (Plaid's own test environment: no real banks.)`
          : WORDS[id].about,
    }));
}
