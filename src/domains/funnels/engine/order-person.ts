/** What an order form asks of the buyer, by the names of a lead's fields. Apart from the sums, so that drawing a form stays light. */
export const PERSON_FIELDS = ['firstName', 'lastName', 'email'] as const;
