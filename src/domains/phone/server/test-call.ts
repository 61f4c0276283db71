/** The test call of the page: the frames of a carrier, from a browser of someone who is signed in. */
import * as z from 'zod';
import { socket } from '../../../server/realtime/sockets.ts';
import { PhoneNumber } from '../contract.ts';
import { PHONE } from '../paths.ts';
import { CallSession } from './session.ts';
import { beginTestCall } from './store.ts';

export const phoneSockets = [
  socket({
    path: PHONE.testSocket,
    query: z.object({
      agentId: z.uuid(),
      /** The number that the caller has; left out: it is withheld. */
      number: PhoneNumber.optional(),
      contactId: z.uuid().optional(),
      /** Whether the call is logged and makes tasks, as a real one does. */
      log: z.enum(['0', '1']).default('1'),
    }),
    admit: () => {},
    async open({ send, act, close }, { agentId, number = '', contactId, log }) {
      const call = await beginTestCall(agentId, { number, contactId, isLogged: log === '1' });
      const session = call && new CallSession(call, { send, close }, act);
      // The page shows which call this is.
      if (call) send({ type: 'call', id: call.id });
      else close();
      return {
        received: (message) => Promise.resolve(session?.receive(message)),
        changed: () => Promise.resolve(),
        closed: () => session?.closed(),
      };
    },
  }),
];
