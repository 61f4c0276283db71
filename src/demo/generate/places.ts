/**
 * Places with addresses and phone numbers. Every number is in a range reserved for fiction: 555-0100 to 555-0199 in
 * North America, Ofcom's drama numbers in the United Kingdom, Bundesnetzagentur's in Germany, ARCEP's in France, ACMA's
 * in Australia. No one is ever called by mistake.
 */
import type { Random } from './random.ts';

interface Country {
  name: string;
  streets: readonly string[];
  address: (random: Random, street: string) => string;
  mobile: ((random: Random) => string) | undefined;
}

export interface Place {
  city: string;
  region: string;
  country: CountryCode;
  postalCode: (random: Random) => string;
  phone: (random: Random) => string;
}

type CountryCode = 'US' | 'CA' | 'GB' | 'DE' | 'FR' | 'AU';

const digits = (random: Random, count: number) => Array.from({ length: count }, () => random.int(0, 9)).join('');
const letters = (random: Random) => random.pick([...'ABDEFGHJLNPQRSTUWXYZ']) + random.pick([...'ABDEFGHJLNPQRSTUWXYZ']);

const COUNTRIES: Record<CountryCode, Country> = {
  US: {
    name: 'United States',
    address: (random, street) => `${random.int(10, 4999)} ${street}`,
    mobile: undefined,
    streets: [
      'Main Street',
      'Oak Avenue',
      'Cedar Lane',
      'Maple Drive',
      'Washington Street',
      'Lakeview Road',
      'Sunset Boulevard',
      'Park Avenue',
      'Elm Street',
      'Mill Road',
      'Highland Avenue',
      'Franklin Street',
      'Juniper Court',
      'Canyon Road',
      'Harbor Drive',
    ],
  },
  CA: {
    name: 'Canada',
    address: (random, street) => `${random.int(10, 2999)} ${street}`,
    mobile: undefined,
    streets: [
      'King Street West',
      'Queen Street',
      'Dundas Street',
      'Granville Street',
      'Richmond Road',
      'Wellington Street',
      'Robson Street',
    ],
  },
  GB: {
    name: 'United Kingdom',
    address: (random, street) => `${random.int(1, 180)} ${street}`,
    mobile: undefined,
    streets: [
      'High Street',
      'Station Road',
      'Church Lane',
      'Victoria Road',
      'Mill Lane',
      'Albert Street',
      'Queens Road',
      'The Crescent',
      'Chapel Street',
      'Grange Road',
      'Regent Square',
      'Canal Street',
    ],
  },
  DE: {
    name: 'Germany',
    address: (random, street) => `${street} ${random.int(1, 140)}`,
    mobile: undefined,
    streets: [
      'Hauptstraße',
      'Bahnhofstraße',
      'Gartenweg',
      'Lindenallee',
      'Schillerstraße',
      'Bergstraße',
      'Am Markt',
      'Goethestraße',
    ],
  },
  FR: {
    name: 'France',
    address: (random, street) => `${random.int(1, 120)} ${street}`,
    mobile: (random) => `+336399800${digits(random, 2)}`,
    streets: [
      'rue de la République',
      'avenue Victor-Hugo',
      'rue des Lilas',
      'place du Marché',
      'boulevard Voltaire',
      'rue Pasteur',
      'quai des Tanneurs',
    ],
  },
  AU: {
    name: 'Australia',
    address: (random, street) => `${random.int(1, 400)} ${street}`,
    mobile: (random) => `+6149157015${random.int(6, 9)}`,
    streets: ['George Street', 'Collins Street', 'Elizabeth Street', 'Railway Parade', 'Beach Road', 'Wattle Grove'],
  },
};

const american = (
  country: 'US' | 'CA',
  city: string,
  region: string,
  area: string,
  postal: string | ((random: Random) => string),
): Place => ({
  city,
  region,
  country,
  postalCode: typeof postal === 'string' ? (random) => `${postal}${digits(random, 2)}` : postal,
  phone: (random) => `+1${area}55501${digits(random, 2)}`,
});
const british = (city: string, region: string, area: string, drama: string, postal: string): Place => ({
  city,
  region,
  country: 'GB',
  postalCode: (random) => `${postal}${random.int(1, 9)} ${random.int(1, 9)}${letters(random)}`,
  phone: (random) => `+44${area}${drama}0${digits(random, 10 - area.length - drama.length - 1)}`,
});
const canadianCode = (prefix: string) => (random: Random) =>
  `${prefix} ${random.int(1, 9)}${random.pick([...'ABCEGHJKLMNPRSTVXY'])}${random.int(0, 9)}`;

/** One place of each kind where the sample businesses work. */
export const PLACES = {
  northEast: [
    american('US', 'Boston', 'MA', '617', '021'),
    american('US', 'New York', 'NY', '212', '100'),
    american('US', 'Brooklyn', 'NY', '718', '112'),
    american('US', 'Providence', 'RI', '401', '029'),
    american('US', 'Hartford', 'CT', '860', '061'),
    american('US', 'Philadelphia', 'PA', '215', '191'),
    american('US', 'Portland', 'ME', '207', '041'),
    american('US', 'Burlington', 'VT', '802', '054'),
    american('US', 'Washington', 'DC', '202', '200'),
  ],
  unitedStates: [
    american('US', 'Chicago', 'IL', '312', '606'),
    american('US', 'Austin', 'TX', '512', '787'),
    american('US', 'Denver', 'CO', '303', '802'),
    american('US', 'Seattle', 'WA', '206', '981'),
    american('US', 'Atlanta', 'GA', '404', '303'),
    american('US', 'Miami', 'FL', '305', '331'),
    american('US', 'Nashville', 'TN', '615', '372'),
    american('US', 'Minneapolis', 'MN', '612', '554'),
    american('US', 'Raleigh', 'NC', '919', '276'),
  ],
  canada: [
    american('CA', 'Toronto', 'ON', '416', canadianCode('M5V')),
    american('CA', 'Vancouver', 'BC', '604', canadianCode('V6B')),
    american('CA', 'Ottawa', 'ON', '613', canadianCode('K1P')),
  ],
  southernCalifornia: [
    american('US', 'San Diego', 'CA', '619', '921'),
    american('US', 'Chula Vista', 'CA', '619', '919'),
    american('US', 'Escondido', 'CA', '760', '920'),
    american('US', 'Oceanside', 'CA', '760', '920'),
    american('US', 'La Mesa', 'CA', '619', '919'),
    american('US', 'Encinitas', 'CA', '760', '920'),
    american('US', 'Temecula', 'CA', '951', '925'),
    american('US', 'Irvine', 'CA', '949', '926'),
  ],
  unitedKingdom: [
    british('London', 'Greater London', '20', '7946', 'SE'),
    british('London', 'Greater London', '20', '7946', 'NW'),
    british('Manchester', 'Greater Manchester', '161', '496', 'M'),
    british('Bristol', 'Bristol', '117', '496', 'BS'),
    british('Edinburgh', 'Midlothian', '131', '496', 'EH'),
    british('Leeds', 'West Yorkshire', '113', '496', 'LS'),
    british('Birmingham', 'West Midlands', '121', '496', 'B'),
  ],
  europe: [
    {
      city: 'Berlin',
      region: 'Berlin',
      country: 'DE',
      postalCode: (random: Random) => `10${digits(random, 3)}`,
      phone: (random: Random) => `+493023125${digits(random, 3)}`,
    },
    {
      city: 'Hamburg',
      region: 'Hamburg',
      country: 'DE',
      postalCode: (random: Random) => `20${digits(random, 3)}`,
      phone: (random: Random) => `+494066969${digits(random, 3)}`,
    },
    {
      city: 'Paris',
      region: 'Île-de-France',
      country: 'FR',
      postalCode: (random: Random) => `750${random.int(10, 20)}`,
      phone: (random: Random) => `+3319900${digits(random, 4)}`,
    },
    {
      city: 'Lyon',
      region: 'Auvergne-Rhône-Alpes',
      country: 'FR',
      postalCode: (random: Random) => `6900${random.int(1, 9)}`,
      phone: (random: Random) => `+33465710${digits(random, 3)}`,
    },
  ],
  australia: [
    {
      city: 'Sydney',
      region: 'NSW',
      country: 'AU',
      postalCode: (random: Random) => `20${digits(random, 2)}`,
      phone: (random: Random) => `+6125550${digits(random, 4)}`,
    },
    {
      city: 'Melbourne',
      region: 'VIC',
      country: 'AU',
      postalCode: (random: Random) => `30${digits(random, 2)}`,
      phone: (random: Random) => `+6135550${digits(random, 4)}`,
    },
  ],
} as const satisfies Record<string, readonly Place[]>;

export type Area = keyof typeof PLACES;

export interface DemoAddress {
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}

export function choosePlace(random: Random, weights: Readonly<Partial<Record<Area, number>>>): Place {
  return random.pick<Place>(PLACES[random.weighted(weights as Record<Area, number>)]);
}

export function addressIn(random: Random, place: Place): DemoAddress {
  const country = COUNTRIES[place.country];
  return {
    street: country.address(random, random.pick(country.streets)),
    city: place.city,
    region: place.region,
    postalCode: place.postalCode(random),
    country: country.name,
  };
}

/** A mobile number where the country reserves some for fiction, otherwise a local one. */
export function mobileIn(random: Random, place: Place): string {
  return (COUNTRIES[place.country].mobile ?? place.phone)(random);
}
