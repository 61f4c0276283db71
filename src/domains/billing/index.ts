/** What entry points and other domains' servers may use of credits. */
import './server/expiry.ts';

export { defineMeteredFeature, meteredFeatures } from './server/features.ts';
export { creditBalance, estimateCredits, releaseCredits, reserveCredits, settleCredits } from './server/ledger.ts';
