/** The parts of a postal address that depend on the country. Countries are two letters, ISO 3166-1. */
import { REQUIRED } from './validation-messages.ts'

/** Names that people use and lists of countries leave out. */
export const countryAliases: Readonly<Record<string, readonly string[]>> = {
  US: ['America', 'States'],
  GB: ['Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  NL: ['Holland'],
  DE: ['Deutschland'],
  AT: ['Österreich'],
  CH: ['Schweiz', 'Suisse'],
  ES: ['España'],
  MX: ['México'],
  BR: ['Brasil'],
  KR: ['Korea'],
  CZ: ['Czech'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  SZ: ['Swaziland'],
}

/** Countries whose postal addresses name a state or province. Elsewhere the field may stay blank. */
const withStates = new Set('AE AU BR CA CN CO ES HK ID IN IT JM JP KN KR KY MX MY NG NR PG SV TH TR TV TW UA US VE VN'.split(' '))

/** Whether an address needs a state. It does while the country is unknown. */
export const needsState = (country: string | undefined): boolean => country === undefined || withStates.has(country)

/**
 * The form of postal codes (Unicode CLDR, postalCodeData): N is a digit, A is a letter, and signs may be left out. Other countries have none,
 * or changed theirs.
 */
const forms: Readonly<Record<string, string>> = {
  NNN: 'FO IS LS MG OM PG',
  NNNN: 'AF AL AM AT AU BD BE BG CC CH CK CV CX CY DK ET GE GL GW HM HT HU LI LR LU LV MD MK MZ NE NF NO NZ PH PY SI SJ TN VE ZA',
  NNNNN:
    'AX BA CU DE DO DZ EE EG ES FI FR GF GP GT HN HR IC ID IQ IT JO KE KR KW LA LK LT MA MC ME MM MQ MV MX MY NC NP PF PK PM RE SM SN TH TR UA UY VA WF YT ZM',
  NNNNNN: 'BY CN CO IN KG RO RU SG TJ TM UZ',
  NNNNNNN: 'CL',
  'ANA NAN': 'CA',
  'NNNN AA': 'NL',
  'NNN NN': 'CZ GR SE SK',
  'NN-NNN': 'PL',
  'NNNN-NNN': 'PT',
  'NNN-NNNN': 'JP',
  'NNNNN-NNN': 'BR',
}

interface Rule {
  pattern: RegExp
  example: string
}

const american: Rule = { pattern: /^\d{5}(-?\d{4})?$/, example: '97201' }
/** Countries with several forms. */
const otherRules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'UM', 'US', 'VI'].map((country) => [country, american])),
  AD: { pattern: /^AD ?\d{3}$/, example: 'AD100' },
  AR: { pattern: /^[A-Z]?\d{4}([A-Z]{3})?$/, example: 'C1425' },
  GB: { pattern: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/, example: 'SW1A 1AA' },
  IE: { pattern: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/, example: 'D02 AF30' },
  IL: { pattern: /^\d{5}(\d{2})?$/, example: '9414206' },
  MT: { pattern: /^[A-Z]{3} ?\d{2,4}$/, example: 'VLT 1117' },
}

/** The digits and letters of an example, in the order of the form. */
const sampleDigits = '10115432'
const sampleLetters = 'KAB'

const partOf = (sign: string) => ({ N: String.raw`\d`, A: '[A-Z]' })[sign] ?? '[ -]?'

/** Abroad, a short name of the country may come first: D-10115. */
const prefixOf = (form: string) => (form.startsWith('N') ? '([A-Z]{1,2}[ -])?' : '')

function ruleOf(form: string): Rule {
  const signs = [...form]
  const samples = { N: [...sampleDigits], A: [...sampleLetters] }
  const example = signs.map((sign) => (sign === 'N' || sign === 'A' ? samples[sign].shift() : sign)).join('')
  return { pattern: new RegExp(`^${prefixOf(form)}${signs.map(partOf).join('')}$`), example }
}

const rules = new Map([
  ...Object.entries(forms).flatMap(([form, countries]) =>
    countries.split(' ').map((country) => [country, ruleOf(form)] as const),
  ),
  ...Object.entries(otherRules),
])

/** Why a postal code is refused; undefined when it is good, blank, or of a country without a known form. It is kept as typed. */
export function postalCodeError(country: string | undefined, zipCode: string): string | undefined {
  const rule = country === undefined ? undefined : rules.get(country)
  if (!rule || zipCode.trim() === '' || rule.pattern.test(zipCode.trim().toUpperCase())) return undefined
  return `Enter a postal code such as ${rule.example}.`
}

interface AddressInput {
  address1: string
  city: string
  state: string
  /** Undefined: the name of the country is not known. */
  country: string | undefined
  zip_code: string
}

/** The errors of an address by the rules of its country. An address with blank parts is checked elsewhere, or is optional. */
export function addressErrors({ address1, city, state, country, zip_code }: AddressInput): { state?: string; zip_code?: string } {
  const zipError = postalCodeError(country, zip_code)
  const lacksState = needsState(country) && [address1, city].every((part) => part.trim() !== '') && state.trim() === ''
  return { ...(lacksState && { state: REQUIRED }), ...(zipError && { zip_code: zipError }) }
}
