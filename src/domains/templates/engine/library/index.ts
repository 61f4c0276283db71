/** The templates that the product brings, by trade. */
import { accountingFirm } from './accounting-firm.ts';
import type { LibraryTemplate } from './build.ts';
import { dentalPractice } from './dental-practice.ts';
import { eCommerce } from './e-commerce.ts';
import { financialAdviser } from './financial-adviser.ts';
import { fitnessStudio } from './fitness-studio.ts';
import { homeServices } from './home-services.ts';
import { insuranceBroker } from './insurance-broker.ts';
import { lawFirm } from './law-firm.ts';
import { marketingAgency } from './marketing-agency.ts';
import { medicalSpa } from './medical-spa.ts';
import { realEstateAgency } from './real-estate-agency.ts';
import { restaurantGroup } from './restaurant-group.ts';

export const LIBRARY: readonly LibraryTemplate[] = [
  accountingFirm,
  dentalPractice,
  eCommerce,
  financialAdviser,
  fitnessStudio,
  homeServices,
  insuranceBroker,
  lawFirm,
  marketingAgency,
  medicalSpa,
  realEstateAgency,
  restaurantGroup,
];
