/** Services outside: their connections, credentials, and use. */
import { stopEmbeddedModel } from '../../server/providers/embedding/embedded.ts';
import '../../server/providers/embedding/openai.ts';
import '../../server/providers/mailbox/providers.ts';
import '../../server/providers/model/providers.ts';
import '../../server/providers/payment/pay-page.ts';
import '../../server/providers/payment/stripe.ts';
import '../../server/providers/places/google.ts';
import '../../server/providers/sms/embedded.ts';
import '../../server/providers/sms/twilio.ts';
import '../../server/providers/speech/openai.ts';
import '../../server/providers/voice/twilio.ts';
import '../../server/providers/social/mastodon.ts';
import '../../server/providers/social/reddit.ts';
import { defineServerDomain } from '../../server/domain.ts';
import * as contract from './contract.ts';
import { lookUpPaymentsRecurring, paymentReportsSubscriber } from './server/payments.ts';
import { forgetProviderEventsRecurring, mountProviderEvents } from './server/provider-events.ts';
import { connectionRoutes } from './server/routes.ts';

export const connectionsDomain = defineServerDomain({
  name: 'connections',
  contract,
  routes: () => connectionRoutes,
  subscribers: [paymentReportsSubscriber],
  recurring: [forgetProviderEventsRecurring, lookUpPaymentsRecurring],
  mount: mountProviderEvents,
  stop: stopEmbeddedModel,
});
