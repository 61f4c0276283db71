/** The parts of credits that entry points and other domains' servers may use. */
import './server/expiry.ts';

export { defineMeteredFeature, meteredFeatures } from './server/features.ts';
export { creditBalance, estimateCredits, releaseCredits, reserveCredits, settleCredits } from './server/ledger.ts';
