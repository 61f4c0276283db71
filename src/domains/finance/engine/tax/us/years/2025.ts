/** US federal income tax for 2025. */
import { FIXED_RULES, type UsTaxYear } from '../tax-year.ts';

export const US_2025: UsTaxYear = {
  year: 2025,
  sources: [
    'IRS Rev. Proc. 2024-40 (brackets, gains)',
    'P.L. 119-21 §70102 (standard deduction), §70104 (child tax credit), §70301 (bonus depreciation), §70306 (section 179)',
    'SSA, contribution and benefit base for 2025',
    'Rev. Proc. 2024-40 (§199A thresholds); P.L. 119-21 §70103 (seniors), §70120 (state and local taxes)',
    'IRS Notice 2024-80 (retirement plans), Rev. Proc. 2024-25 (health savings accounts)',
  ],
  preliminary: [],
  rates: ['0.1', '0.12', '0.22', '0.24', '0.32', '0.35', '0.37'],
  brackets: {
    single: [11_925, 48_475, 103_350, 197_300, 250_525, 626_350],
    marriedJoint: [23_850, 96_950, 206_700, 394_600, 501_050, 751_600],
    marriedSeparate: [11_925, 48_475, 103_350, 197_300, 250_525, 375_800],
    headOfHousehold: [17_000, 64_850, 103_350, 197_300, 250_500, 626_350],
    survivingSpouse: [23_850, 96_950, 206_700, 394_600, 501_050, 751_600],
  },
  standardDeduction: { single: 15_750, marriedJoint: 31_500, marriedSeparate: 15_750, headOfHousehold: 23_625, survivingSpouse: 31_500 },
  additionalStandardDeduction: { single: 2000, marriedJoint: 1600, marriedSeparate: 1600, headOfHousehold: 2000, survivingSpouse: 1600 },
  capitalGains: {
    single: [48_350, 533_400],
    marriedJoint: [96_700, 600_050],
    marriedSeparate: [48_350, 300_000],
    headOfHousehold: [64_750, 566_700],
    survivingSpouse: [96_700, 600_050],
  },
  socialSecurityWageBase: 176_100,
  childTaxCredit: { perChild: 2200, perOtherDependent: 500, refundableLimit: 1700 },
  section179: { limit: 2_500_000, phaseOutFrom: 4_000_000 },
  bonusDepreciation: [{ acquiredFrom: '2025-01-01', share: '0.4' }, { acquiredFrom: '2025-01-20', share: '1' }],
  stateLocalTaxes: { limit: 40_000, phaseDownFrom: 500_000, floor: 10_000 },
  qualifiedBusiness: {
    threshold: { single: 197_300, marriedJoint: 394_600, marriedSeparate: 197_300, headOfHousehold: 197_300, survivingSpouse: 197_300 }, range: { single: 50_000, marriedJoint: 100_000, marriedSeparate: 50_000, headOfHousehold: 50_000, survivingSpouse: 50_000 },
  },
  seniorDeduction: 6000,
  gifts: { withoutItemising: { single: 0, marriedJoint: 0, marriedSeparate: 0, headOfHousehold: 0, survivingSpouse: 0 }, floor: '0' },
  retirement: {
    deferral: 23_500, catchUp: 7500, catchUpSixties: 11_250, additions: 70_000, payCounted: 350_000, ira: 7000, iraCatchUp: 1000, hsa: { self: 4300, family: 8550 },
    iraPhaseOut: { single: [79_000, 89_000], marriedJoint: [126_000, 146_000], marriedSeparate: [0, 10_000], headOfHousehold: [79_000, 89_000], survivingSpouse: [126_000, 146_000] },
  },
  fixed: FIXED_RULES,
};
