import { createContext } from 'react';

/** Whether content is in a part that disappears when another is opened. */
export const InTab = createContext(false);
