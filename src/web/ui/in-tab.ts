import { createContext } from 'react';

/** Whether something stands in a part that is taken away when another is opened. */
export const InTab = createContext(false);
