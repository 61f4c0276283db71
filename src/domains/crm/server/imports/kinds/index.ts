/** Every kind that comes in by files; importing this declares them. */
import './companies.ts';
import './contacts.ts';
import './leads.ts';
import './opportunities.ts';
