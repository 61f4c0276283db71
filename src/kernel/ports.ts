/** Kinds of services outside of the product; each has a port in `server/providers`, once something needs it. */
export const PORTS = [
  'mail',
  'mailbox',
  'model',
  'embedding',
  'speech',
  'sms',
  'voice',
  'payment',
  'social',
  'places',
] as const;
export type Port = (typeof PORTS)[number];

/** How a port is called where people read it. */
export const PORT_LABELS: Readonly<Record<Port, string>> = {
  mail: 'Email',
  mailbox: 'Mailbox sign-in',
  model: 'Language models',
  embedding: 'Embeddings',
  speech: 'Speech',
  sms: 'Text messages',
  voice: 'Phone calls',
  payment: 'Payments',
  social: 'Social networks',
  places: 'Places',
};
