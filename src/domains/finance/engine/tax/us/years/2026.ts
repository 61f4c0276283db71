/** US federal income tax for 2026. */
import { FIXED_RULES, type UsTaxYear } from '../tax-year.ts';

export const US_2026: UsTaxYear = {
  year: 2026,
  sources: [
    'IRS Rev. Proc. 2025-32 (brackets, standard deduction, gains, child tax credit, section 179)',
    'P.L. 119-21 §70301 (bonus depreciation)',
    'SSA, contribution and benefit base for 2026',
  ],
  rates: ['0.1', '0.12', '0.22', '0.24', '0.32', '0.35', '0.37'],
  brackets: {
    single: [12_400, 50_400, 105_700, 201_775, 256_225, 640_600],
    marriedJoint: [24_800, 100_800, 211_400, 403_550, 512_450, 768_700],
    marriedSeparate: [12_400, 50_400, 105_700, 201_775, 256_225, 384_350],
    headOfHousehold: [17_700, 67_450, 105_700, 201_750, 256_200, 640_600],
  },
  standardDeduction: { single: 16_100, marriedJoint: 32_200, marriedSeparate: 16_100, headOfHousehold: 24_150 },
  additionalStandardDeduction: { single: 2050, marriedJoint: 1650, marriedSeparate: 1650, headOfHousehold: 2050 },
  capitalGains: {
    single: [49_450, 545_500],
    marriedJoint: [98_900, 613_700],
    marriedSeparate: [49_450, 306_850],
    headOfHousehold: [66_200, 579_600],
  },
  socialSecurityWageBase: 184_500,
  childTaxCredit: { perChild: 2200, perOtherDependent: 500, refundableLimit: 1700 },
  section179: { limit: 2_560_000, phaseOutFrom: 4_090_000 },
  bonusDepreciation: [{ acquiredFrom: '2026-01-01', share: '1' }],
  fixed: FIXED_RULES,
};
