/** US federal income tax for 2024. */
import { FIXED_RULES, type UsTaxYear } from '../tax-year.ts';

export const US_2024: UsTaxYear = {
  year: 2024,
  sources: [
    'IRS Rev. Proc. 2023-34 (brackets, standard deduction, gains)',
    'SSA, contribution and benefit base for 2024',
    'IRC §24(h) as of P.L. 115-97 (child tax credit; refundable part by Rev. Proc. 2023-34)',
    'Rev. Proc. 2023-34 (section 179); IRC §168(k)(6)(A) (bonus depreciation)',
    'IRS Rev. Proc. 2023-34 (§199A thresholds)',
    'IRS Notice 2023-75 (retirement plans), Rev. Proc. 2023-23 (health savings accounts)',
  ],
  preliminary: [],
  rates: ['0.1', '0.12', '0.22', '0.24', '0.32', '0.35', '0.37'],
  brackets: {
    single: [11_600, 47_150, 100_525, 191_950, 243_725, 609_350],
    marriedJoint: [23_200, 94_300, 201_050, 383_900, 487_450, 731_200],
    marriedSeparate: [11_600, 47_150, 100_525, 191_950, 243_725, 365_600],
    headOfHousehold: [16_550, 63_100, 100_500, 191_950, 243_700, 609_350],
    survivingSpouse: [23_200, 94_300, 201_050, 383_900, 487_450, 731_200],
  },
  standardDeduction: { single: 14_600, marriedJoint: 29_200, marriedSeparate: 14_600, headOfHousehold: 21_900, survivingSpouse: 29_200 },
  additionalStandardDeduction: { single: 1950, marriedJoint: 1550, marriedSeparate: 1550, headOfHousehold: 1950, survivingSpouse: 1550 },
  capitalGains: {
    single: [47_025, 518_900],
    marriedJoint: [94_050, 583_750],
    marriedSeparate: [47_025, 291_850],
    headOfHousehold: [63_000, 551_350],
    survivingSpouse: [94_050, 583_750],
  },
  socialSecurityWageBase: 168_600,
  childTaxCredit: { perChild: 2000, perOtherDependent: 500, refundableLimit: 1700 },
  section179: { limit: 1_220_000, phaseOutFrom: 3_050_000 },
  bonusDepreciation: [{ acquiredFrom: '2024-01-01', share: '0.6' }],
  stateLocalTaxes: { limit: 10_000, floor: 10_000 },
  qualifiedBusiness: {
    threshold: { single: 191_950, marriedJoint: 383_900, marriedSeparate: 191_950, headOfHousehold: 191_950, survivingSpouse: 191_950 }, range: { single: 50_000, marriedJoint: 100_000, marriedSeparate: 50_000, headOfHousehold: 50_000, survivingSpouse: 50_000 },
  },
  seniorDeduction: 0,
  gifts: { withoutItemising: { single: 0, marriedJoint: 0, marriedSeparate: 0, headOfHousehold: 0, survivingSpouse: 0 }, floor: '0' },
  retirement: {
    deferral: 23_000, catchUp: 7500, catchUpSixties: 7500, additions: 69_000, payCounted: 345_000, ira: 7000, iraCatchUp: 1000, hsa: { self: 4150, family: 8300 },
    iraPhaseOut: { single: [77_000, 87_000], marriedJoint: [123_000, 143_000], marriedSeparate: [0, 10_000], headOfHousehold: [77_000, 87_000], survivingSpouse: [123_000, 143_000] },
  },
  fixed: FIXED_RULES,
};
