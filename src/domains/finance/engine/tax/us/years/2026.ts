/** US federal income tax for 2026. */
import { FIXED_RULES, type UsTaxYear } from '../tax-year.ts';

export const US_2026: UsTaxYear = {
  year: 2026,
  sources: [
    'IRS Rev. Proc. 2025-32 (brackets, standard deduction, gains, child tax credit, section 179)',
    'P.L. 119-21 §70301 (bonus depreciation)',
    'SSA, contribution and benefit base for 2026',
    'Rev. Proc. 2025-32 (§199A thresholds); P.L. 119-21 §70105 (§199A range and smallest deduction), §70103 (seniors), §70120 (state and local taxes), §70424 and §70425 (gifts)',
    'IRS Notice 2025-67 (retirement plans), Rev. Proc. 2025-19 (health savings accounts)',
  ],
  // Limits of retirement and health plans agree with what was announced of IRS Notice 2025-67 and Rev. Proc. 2025-19, the
  // §199A thresholds with three independent transcriptions of Rev. Proc. 2025-32.
  preliminary: [],
  rates: ['0.1', '0.12', '0.22', '0.24', '0.32', '0.35', '0.37'],
  brackets: {
    single: [12_400, 50_400, 105_700, 201_775, 256_225, 640_600],
    marriedJoint: [24_800, 100_800, 211_400, 403_550, 512_450, 768_700],
    marriedSeparate: [12_400, 50_400, 105_700, 201_775, 256_225, 384_350],
    headOfHousehold: [17_700, 67_450, 105_700, 201_750, 256_200, 640_600],
    survivingSpouse: [24_800, 100_800, 211_400, 403_550, 512_450, 768_700],
  },
  standardDeduction: { single: 16_100, marriedJoint: 32_200, marriedSeparate: 16_100, headOfHousehold: 24_150, survivingSpouse: 32_200 },
  additionalStandardDeduction: { single: 2050, marriedJoint: 1650, marriedSeparate: 1650, headOfHousehold: 2050, survivingSpouse: 1650 },
  capitalGains: {
    single: [49_450, 545_500],
    marriedJoint: [98_900, 613_700],
    marriedSeparate: [49_450, 306_850],
    headOfHousehold: [66_200, 579_600],
    survivingSpouse: [98_900, 613_700],
  },
  socialSecurityWageBase: 184_500,
  childTaxCredit: { perChild: 2200, perOtherDependent: 500, refundableLimit: 1700 },
  section179: { limit: 2_560_000, phaseOutFrom: 4_090_000 },
  bonusDepreciation: [{ acquiredFrom: '2026-01-01', share: '1' }],
  stateLocalTaxes: { limit: 40_400, phaseDownFrom: 505_000, floor: 10_000 },
  qualifiedBusiness: {
    threshold: { single: 201_750, marriedJoint: 403_500, marriedSeparate: 201_775, headOfHousehold: 201_750, survivingSpouse: 201_750 }, range: { single: 75_000, marriedJoint: 150_000, marriedSeparate: 75_000, headOfHousehold: 75_000, survivingSpouse: 75_000 }, smallest: { deduction: 400, incomeFrom: 1000 },
  },
  seniorDeduction: 6000,
  gifts: { withoutItemising: { single: 1000, marriedJoint: 2000, marriedSeparate: 1000, headOfHousehold: 1000, survivingSpouse: 1000 }, floor: '0.005' },
  retirement: {
    deferral: 24_500, catchUp: 8000, catchUpSixties: 11_250, additions: 72_000, payCounted: 360_000, ira: 7500, iraCatchUp: 1100, hsa: { self: 4400, family: 8750 },
    iraPhaseOut: { single: [81_000, 91_000], marriedJoint: [129_000, 149_000], marriedSeparate: [0, 10_000], headOfHousehold: [81_000, 91_000], survivingSpouse: [129_000, 149_000] },
  },
  fixed: FIXED_RULES,
};
